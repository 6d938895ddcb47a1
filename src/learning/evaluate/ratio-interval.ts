import { Generator } from '../extract/offline/generator.ts';

/** The part that one task has in a ratio of sums. */
export interface RatioPart {
  readonly numerator: number;
  readonly denominator: number;
}

/** Lower and upper end, both inside. */
export type Interval = readonly [low: number, high: number];

const DRAWS = 2_000;
/** With fewer strata that tell something, counts are told and no interval. */
export const MIN_INFORMATIVE = 10;

/** The ratio of the sums; null where there is nothing to divide by. */
export function ratioOf(parts: readonly RatioPart[]): number | null {
  const denominator = parts.reduce((sum, one) => sum + one.denominator, 0);
  return denominator === 0 ? null : parts.reduce((sum, one) => sum + one.numerator, 0) / denominator;
}

/**
 * 95 % interval of a ratio of sums by cluster bootstrap: whole tasks are drawn with replacement, 2,000 times, and the 2.5th and
 * 97.5th percentile of the ratio are taken (Efron 1979; percentile method). Null under 10 strata that tell something.
 */
export function ratioInterval(parts: readonly RatioPart[], informative: number, seed: string): Interval | null {
  const telling = parts.filter((one) => one.denominator !== 0);
  if (informative < MIN_INFORMATIVE || telling.length < 2) return null;
  const draw = new Generator(`bootstrap\n${seed}`);
  const ratios = new Float64Array(DRAWS);
  for (let at = 0; at < DRAWS; at++) {
    let numerator = 0;
    let denominator = 0;
    for (let n = 0; n < telling.length; n++) {
      const part = telling[draw.below(telling.length)];
      numerator += part?.numerator ?? 0;
      denominator += part?.denominator ?? 0;
    }
    ratios[at] = numerator / denominator;
  }
  ratios.sort();
  return [percentile(ratios, 0.025), percentile(ratios, 0.975)];
}

/** A percentile (0 to 1) of sorted numbers, between two of them by their distance. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below] ?? Number.NaN;
  return low + (at - below) * ((sorted[Math.min(below + 1, sorted.length - 1)] ?? low) - low);
}
