import type { Rule } from '../../../experience/rule.ts';
import { compareRules } from './rule-order.ts';
import type { AdmissionSettings, Channel } from './settings.ts';
import type { Weighed } from './tested.ts';

/** A predicate that there is too little data for, and how much it lacks. */
export interface Undecided {
  readonly channel: Channel;
  readonly rule: Rule;
  readonly strata: number;
  readonly sides: readonly [yes: number, no: number];
  readonly smallestP: number;
  readonly need: {
    /** More groups in which both sides and different results occur. */
    readonly strata: number;
    /** More units on each side in such groups. */
    readonly sides: readonly [yes: number, no: number];
    /** What the smallest p has to come down to; null where it is low enough. */
    readonly smallestP: number | null;
  };
}

/** The predicates of a channel that could not be tried, those that lack least first. */
export function undecidedIn(
  channel: Channel,
  all: readonly Weighed[],
  settings: AdmissionSettings,
): readonly Undecided[] {
  return all
    .filter((one) => !one.admission.isAdmissible)
    .map(({ candidate, admission: { strata, sides, smallestP } }) => ({
      channel,
      rule: candidate.rule,
      strata,
      sides,
      smallestP,
      need: {
        strata: Math.max(0, settings.minStrata - strata),
        sides: [Math.max(0, settings.minSide - sides[0]), Math.max(0, settings.minSide - sides[1])] as const,
        smallestP: smallestP > settings.admitP ? settings.admitP : null,
      },
    }))
    .sort(compareUndecided);
}

/** Orders by how little is lacking. */
export function compareUndecided(a: Undecided, b: Undecided): number {
  return a.smallestP - b.smallestP || b.strata - a.strata || compareRules(a.rule, b.rule);
}
