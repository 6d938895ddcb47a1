import type { Candidate } from './candidate.ts';
import type { ChannelData } from './channel-data.ts';
import { effectOf } from './effect.ts';
import { addTo } from './grouped.ts';
import { ContrastReader } from './stratum-contrast.ts';
import { pValues, type Tested, type TestPlan, weighed } from './tested.ts';

/**
 * Whether a call before another still helps among runs of like length up to there: the calls before it, at most the median
 * of the stratum or more, split each stratum in two. Null where that leaves too little, or no draws, to
 * tell.
 */
export function passesLengthCheck(tested: Tested, data: ChannelData, plan: TestPlan): boolean | null {
  const { rule } = tested;
  if (rule.form !== 'PRE') return true;
  const units = { ...data.units, stratum: halves(tested.candidate, data, rule.b), strata: 2 * data.units.strata };
  const split = weighed(tested.candidate, new ContrastReader(units), plan.settings);
  if (!split.admission.isAdmissible) return null;
  const { p, unfinished } = pValues([split], { ...plan, units }, 'length');
  const isSignificant = (p[0] ?? 1) <= plan.q;
  if (!isSignificant && unfinished > 0) return null;
  return isSignificant && effectOf(split.strata()).effect * tested.effect > 0;
}

function halves({ applies }: Candidate, { units, callsBefore }: ChannelData, tool: string): Int32Array {
  const lengths = new Map<number, number[]>();
  for (const unit of applies) addTo(lengths, units.stratum[unit] ?? 0, callsBefore(unit, tool));
  const medians = new Map(Array.from(lengths, ([stratum, list]) => [stratum, median(list)]));
  const split = units.stratum.map((stratum) => 2 * stratum);
  for (const unit of applies) {
    const stratum = units.stratum[unit] ?? 0;
    if (callsBefore(unit, tool) > (medians.get(stratum) ?? 0)) split[unit] = 2 * stratum + 1;
  }
  return split;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
