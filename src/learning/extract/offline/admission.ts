import { logChoose, logEnds } from './hypergeometric.ts';
import type { AdmissionSettings } from './settings.ts';
import type { StratumContrast } from './stratum-contrast.ts';

/** Whether a predicate could become significant at all, told from its margins alone. */
export interface Admission {
  readonly isAdmissible: boolean;
  /** Strata with both sides and with different results. */
  readonly strata: number;
  /** Units in them of which the predicate is true, and false. */
  readonly sides: readonly [yes: number, no: number];
  /** The p of the most telling result that the margins allow. */
  readonly smallestP: number;
  /** Whether the results that tell something are all 0 or 1. */
  readonly isBinary: boolean;
}

const TIE = 1e-9;

/** Judges the strata of a predicate that have both sides. */
export function admission(strata: readonly StratumContrast[], settings: AdmissionSettings): Admission {
  const telling = strata.filter((one) => one.isInformative);
  const yes = telling.reduce((sum, one) => sum + one.nTrue, 0);
  const no = telling.reduce((sum, one) => sum + one.nFalse, 0);
  const isBinary = telling.every((one) => one.isBinary);
  const smallestP = isBinary ? smallestExactP(telling) : smallestPermutationP(telling);
  const isAdmissible =
    telling.length >= settings.minStrata &&
    Math.min(yes, no) >= settings.minSide &&
    smallestP <= settings.admitP * (1 + TIE);
  return { isAdmissible, strata: telling.length, sides: [yes, no], smallestP, isBinary };
}

/** Totals are the likelier the nearer they are to the middle, so that the least likely one is at an end. */
function smallestExactP(strata: readonly StratumContrast[]): number {
  let least = 0;
  let most = 0;
  for (const { nTrue, nFalse, sumTrue, sumFalse } of strata) {
    const ends = logEnds({ nTrue, nFalse, successes: Math.round(sumTrue + sumFalse) });
    least += ends.least;
    most += ends.most;
  }
  const isTie = Math.abs(least - most) <= TIE;
  return Math.min(1, Math.exp(Math.min(least, most)) * (isTie && strata.length > 0 ? 2 : 1));
}

function smallestPermutationP(strata: readonly StratumContrast[]): number {
  return Math.exp(-strata.reduce((sum, one) => sum + logChoose(one.nTrue + one.nFalse, one.nTrue), 0));
}
