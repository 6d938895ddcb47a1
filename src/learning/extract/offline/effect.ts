import type { StratumContrast } from './stratum-contrast.ts';

/** What the strata say together: the mean difference true − false, weighted, and its variance. */
export interface Effect {
  readonly effect: number;
  readonly variance: number;
}

/** Differences no larger than this are rounding. */
const NO_DIFFERENCE = 1e-12;

/** Difference of the mean results of the two sides of a stratum. */
export function differenceIn({ nTrue, nFalse, sumTrue, sumFalse }: StratumContrast): number {
  return sumTrue / nTrue - sumFalse / nFalse;
}

/** Weight of a stratum. */
export function weightOf({ nTrue, nFalse }: StratumContrast): number {
  return (nTrue * nFalse) / (nTrue + nFalse);
}

/** The effect over strata with both sides; 0 where there is none. */
export function effectOf(strata: readonly StratumContrast[]): Effect {
  let weights = 0;
  let sum = 0;
  let spread = 0;
  for (const one of strata) {
    const weight = weightOf(one);
    weights += weight;
    sum += weight * differenceIn(one);
    spread += weight * weight * one.variance * (1 / one.nTrue + 1 / one.nFalse);
  }
  return weights === 0 ? { effect: 0, variance: 0 } : { effect: sum / weights, variance: spread / (weights * weights) };
}

/** An effect drawn towards none, the more so the less is known of it. */
export function shrunkEffect({ effect, variance }: Effect, priorSd: number): number {
  const prior = priorSd * priorSd;
  return (effect * prior) / (prior + variance);
}

/** Share of the strata with a difference in which it goes the way of the whole; 0 where none differs. */
export function signAgreement(strata: readonly StratumContrast[], effect: number): number {
  const differences = strata.map(differenceIn).filter((one) => Math.abs(one) > NO_DIFFERENCE);
  if (differences.length === 0) return 0;
  return differences.filter((one) => one * effect > 0).length / differences.length;
}

/** Whether the effect keeps its sign without any one of the strata. */
export function survivesLeavingOneOut(strata: readonly StratumContrast[], effect: number): boolean {
  const sum = strata.reduce((total, one) => total + weightOf(one) * differenceIn(one), 0);
  const sign = Math.sign(effect);
  return sign !== 0 && strata.every((one) => sign * (sum - weightOf(one) * differenceIn(one)) > NO_DIFFERENCE);
}
