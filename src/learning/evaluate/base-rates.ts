import type { MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import type { Channel } from '../extract/offline/settings.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';

/** Mean results of the developer's runs, for strata that say nothing themselves. */
export interface DeveloperMeans {
  readonly byDomain: ReadonlyMap<string, number>;
  /** Null where no result is known. */
  readonly all: number | null;
}

/** Mean results by the domain of the run. */
export function developerMeans(
  { corpus, units }: Pick<HeldOutCorpus, 'corpus' | 'units'>,
  channel: Channel,
): DeveloperMeans {
  const { y, trajectory } = units[channel];
  const sums = new Map<string, { sum: number; n: number }>();
  const all = { sum: 0, n: 0 };
  for (const [unit, result] of y.entries()) {
    if (Number.isNaN(result)) continue;
    const domain = domainOf(corpus.trajectories[trajectory[unit] ?? -1]);
    const known = sums.get(domain) ?? { sum: 0, n: 0 };
    sums.set(domain, { sum: known.sum + result, n: known.n + 1 });
    all.sum += result;
    all.n++;
  }
  return {
    byDomain: new Map([...sums].map(([domain, { sum, n }]) => [domain, sum / n])),
    all: all.n === 0 ? null : all.sum / all.n,
  };
}

/**
 * What to expect of a unit without any lesson: the mean of the other units of its stratum (leave one out), else the mean of its
 * domain among the developer's runs, else that of all of them. NaN where none of these is known.
 */
export function baseRates(heldOut: HeldOutCorpus, channel: Channel, developer: DeveloperMeans): Float64Array {
  const { y, stratum, trajectory } = heldOut.units[channel];
  const sums = new Map<number, { sum: number; n: number }>();
  for (const [unit, result] of y.entries()) {
    if (Number.isNaN(result)) continue;
    const known = sums.get(stratum[unit] ?? -1) ?? { sum: 0, n: 0 };
    sums.set(stratum[unit] ?? -1, { sum: known.sum + result, n: known.n + 1 });
  }
  return y.map((result, unit) => {
    const { sum, n } = sums.get(stratum[unit] ?? -1) ?? { sum: 0, n: 0 };
    if (!Number.isNaN(result) && n > 1) return (sum - result) / (n - 1);
    const domain = domainOf(heldOut.corpus.trajectories[trajectory[unit] ?? -1]);
    return developer.byDomain.get(domain) ?? developer.all ?? Number.NaN;
  });
}

function domainOf(trajectory: MinedTrajectory | undefined): string {
  return trajectory?.domain ?? 'other';
}
