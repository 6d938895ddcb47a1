import type { Channel } from '../extract/offline/settings.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';
import type { Scores } from './scores.ts';

/** What lessons lead to expect of a held-out unit, and what came. */
export interface Prediction {
  readonly task: number;
  readonly stratum: number;
  /** Without any lesson, 0 to 1. */
  readonly base: number;
  /** With the lessons that apply, 0 to 1. */
  readonly predicted: number;
  readonly y: number;
}

/**
 * P(success) = base + effect·conformance, with conformance +½ for what follows a lesson and −½ for what does not, so that two
 * runs on either side of a lesson differ by its effect, which is what the effect measures. Kept between 0 and 1.
 */
export function predictions(
  { units, score }: Scores,
  bases: Float64Array,
  channel: Channel,
  heldOut: HeldOutCorpus,
): readonly Prediction[] {
  const { y, stratum } = heldOut.units[channel];
  return Array.from(units, (unit, index) => {
    const base = bases[unit] ?? Number.NaN;
    return {
      task: heldOut.taskOf(channel, unit),
      stratum: stratum[unit] ?? -1,
      base,
      predicted: Math.min(1, Math.max(0, base + (score[index] ?? 0) / 2)),
      y: y[unit] ?? Number.NaN,
    };
  }).filter((one) => !Number.isNaN(one.base) && !Number.isNaN(one.y));
}
