import type { Candidate, Units } from './candidate.ts';
import type { Counts, SideCount } from './rule-text.ts';
import type { StratumContrast } from './stratum-contrast.ts';

const SUCCESS = 0.5;

/**
 * Counts to print beside an effect: of all units; where those point the other way, of the strata with both sides; null
 * where these do too.
 */
export function printedCounts(
  { applies, truth }: Candidate,
  { y, stratum }: Units,
  strata: readonly StratumContrast[],
  effect: number,
): Counts | null {
  const isTrue = new Set(truth);
  const contrasted = new Set(strata.map((one) => one.stratum));
  const within = applies.filter((unit) => contrasted.has(stratum[unit] ?? -1));
  for (const units of [applies, within]) {
    const yes = sideOf(
      units.filter((unit) => isTrue.has(unit)),
      y,
    );
    const no = sideOf(
      units.filter((unit) => !isTrue.has(unit)),
      y,
    );
    const counts = effect > 0 ? { good: yes, bad: no } : { good: no, bad: yes };
    if (!isOpposed(counts)) return counts;
  }
  return null;
}

function sideOf(units: Int32Array, y: Float64Array): SideCount {
  return { n: units.length, successes: units.reduce((sum, unit) => sum + ((y[unit] ?? 0) >= SUCCESS ? 1 : 0), 0) };
}

function isOpposed({ good, bad }: Counts): boolean {
  return good.successes * bad.n < bad.successes * good.n;
}
