import type { Rule } from '../../../experience/rule.ts';
import { ruleKey } from '../../../experience/rule.ts';
import { type Admission, admission } from './admission.ts';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import type { Candidate, Units } from './candidate.ts';
import { effectOf, shrunkEffect } from './effect.ts';
import { exactP } from './exact-test.ts';
import { type Deal, type DrawBudget, type PermutationTask, permutationTests } from './permutation-test.ts';
import type { Channel, OfflineSettings } from './settings.ts';
import type { ContrastReader, StratumContrast } from './stratum-contrast.ts';

/** A predicate with its sides counted. */
export interface Weighed {
  readonly candidate: Candidate;
  /** Counts its sides in the strata that have both, anew each time: kept for all predicates they would fill the memory. */
  readonly strata: () => readonly StratumContrast[];
  readonly admission: Admission;
}

/** A predicate that was tested. */
export interface Tested extends Weighed {
  readonly rule: Rule;
  readonly effect: number;
  readonly variance: number;
  readonly shrunk: number;
  readonly p: number;
  readonly adjustedP: number;
}

/** What the tests of a channel share. */
export interface TestPlan {
  readonly channel: Channel;
  readonly units: Units;
  /** Share of false findings of the channel. */
  readonly q: number;
  /** Predicates that are tried in it. */
  readonly tries: number;
  readonly settings: OfflineSettings;
  readonly budget: DrawBudget;
}

const LEAST_DRAWS = 9_999;
const DRAWS_FOR_ONE = 20;

/** Counts the sides of a candidate. */
export function weighed(candidate: Candidate, reader: ContrastReader, settings: OfflineSettings): Weighed {
  const strata = () => reader.read(candidate);
  return { candidate, strata, admission: admission(strata(), settings) };
}

/** Tests all admitted predicates of a channel. `unfinished`: how many of them the draw budget stopped. */
export function testAll(
  admitted: readonly Weighed[],
  plan: TestPlan,
): { readonly tested: readonly Tested[]; readonly unfinished: number } {
  const { p, unfinished } = pValues(admitted, plan);
  const adjusted = benjaminiHochberg(p);
  const tested = admitted.map((one, index): Tested => {
    const found = effectOf(one.strata());
    return {
      ...one,
      ...found,
      rule: one.candidate.rule,
      shrunk: shrunkEffect(found, plan.settings.priorSd[plan.channel]),
      p: p[index] ?? 1,
      adjustedP: adjusted[index] ?? 1,
    };
  });
  return { tested, unfinished };
}

/** The p of each predicate: exact where its results are 0 and 1, by permutation where they are not. `part` tells draws apart. */
export function pValues(
  all: readonly Weighed[],
  plan: TestPlan,
  part = '',
): { readonly p: readonly number[]; readonly unfinished: number } {
  const drawn = all.filter((one) => !one.admission.isBinary);
  const tasks = drawn.map((one) => permutationTask(one, plan, part));
  const results = permutationTests(tasks, plan.settings.hitStop, plan.budget);
  const byPermutation = new Map(drawn.map((one, index) => [one, results[index]?.p ?? 1]));
  const p = all.map((one) => byPermutation.get(one) ?? exactPOf(one.strata()));
  return { p, unfinished: results.filter((one) => one.isUnfinished).length };
}

function exactPOf(strata: readonly StratumContrast[]): number {
  const telling = strata.filter((one) => one.isInformative);
  const margins = telling.map(({ nTrue, nFalse, sumTrue, sumFalse }) => {
    return { nTrue, nFalse, successes: Math.round(sumTrue + sumFalse) };
  });
  return exactP(margins, Math.round(telling.reduce((sum, one) => sum + one.sumTrue, 0)));
}

function permutationTask({ candidate, strata }: Weighed, plan: TestPlan, part: string): PermutationTask {
  return {
    seed: [plan.settings.libraryId, plan.channel, ruleKey(candidate.rule), part].join('\n'),
    deal: () => dealt(candidate, plan.units, strata()),
    units: candidate.applies.length,
    maxDraws: Math.max(LEAST_DRAWS, Math.ceil((DRAWS_FOR_ONE * plan.tries) / plan.q)),
  };
}

function dealt({ applies }: Candidate, { y, stratum }: Units, strata: readonly StratumContrast[]): Deal {
  const telling = strata.filter((one) => one.isInformative);
  const results = new Map(telling.map((one): [number, number[]] => [one.stratum, []]));
  for (const unit of applies) results.get(stratum[unit] ?? -1)?.push(y[unit] ?? 0);
  return {
    strata: telling.map(({ stratum: at, nTrue }) => ({ y: Float64Array.from(results.get(at) ?? []), nTrue })),
    observed: telling.reduce((sum, one) => sum + one.sumTrue, 0),
  };
}
