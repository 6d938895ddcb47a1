import type { Units } from '../extract/offline/candidate.ts';
import type { ChannelData } from '../extract/offline/channel-data.ts';
import { Generator } from '../extract/offline/generator.ts';
import type { ByChannel } from '../extract/offline/settings.ts';

/** Channels whose results are exchanged inside their strata: nothing is left to find. */
export function permutedChannels(data: ByChannel<ChannelData>, seed: string): ByChannel<ChannelData> {
  const draw = new Generator(seed);
  const permuted = (one: ChannelData): ChannelData => ({
    ...one,
    units: { ...one.units, y: permutedIn(one.units, draw) },
  });
  return { outcome: permuted(data.outcome), step: permuted(data.step), recovery: permuted(data.recovery) };
}

function permutedIn({ y, stratum }: Units, draw: Generator): Float64Array {
  const strata = new Map<number, number[]>();
  for (const [unit, result] of y.entries()) {
    if (Number.isNaN(result)) continue;
    const at = stratum[unit] ?? -1;
    strata.set(at, [...(strata.get(at) ?? []), unit]);
  }
  const permuted = y.slice();
  for (const units of strata.values()) {
    const results = units.map((unit) => y[unit] ?? Number.NaN);
    for (const unit of units) {
      const [result = Number.NaN] = results.splice(draw.below(results.length), 1);
      permuted[unit] = result;
    }
  }
  return permuted;
}
