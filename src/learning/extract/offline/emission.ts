import type { ExperienceType } from '../../../experience/entry.ts';
import type { Rule } from '../../../experience/rule.ts';
import { signAgreement, survivesLeavingOneOut } from './effect.ts';
import { saidRule } from './said-rule.ts';
import type { OfflineSettings } from './settings.ts';
import type { Tested } from './tested.ts';

/** Why a predicate that was tested gives nothing. */
export type Obstacle =
  | 'not_significant'
  | 'small_effect'
  | 'mixed_signs'
  | 'one_stratum'
  | 'one_session'
  /** No text could say an effect of that sign. */
  | 'direction'
  /** A name in it may not be printed, or its form has no text. */
  | 'no_text'
  /** Both orders of two calls pass. */
  | 'both_orders'
  /** It says no more than that the run was longer. */
  | 'longer_runs'
  /** It was taken out, and nothing since speaks for it alone. */
  | 'withdrawn'
  | 'cap';

const MIN_AGREEMENT = 0.6;
const MIN_SESSIONS = 2;
const STRONG_P = 0.01;
const STRONG_STRATA = 10;
const STRONG = 0.7;
const ORDINARY = 0.5;
const ROUNDING = 1e-12;

/** What is judged of a tested predicate. */
type Judged = Pick<Tested, 'rule' | 'strata' | 'effect' | 'shrunk' | 'adjustedP'>;

/** The first rule of emission that a tested predicate does not meet, that of the sign last; null where it meets them all. */
export function obstacleTo(
  { rule, strata: read, effect, shrunk, adjustedP }: Judged,
  sessions: () => number,
  q: number,
  settings: Pick<OfflineSettings, 'minShrunk'>,
): Obstacle | null {
  if (adjustedP > q) return 'not_significant';
  if (Math.abs(shrunk) < settings.minShrunk - ROUNDING) return 'small_effect';
  const strata = read();
  if (signAgreement(strata, effect) < MIN_AGREEMENT - ROUNDING) return 'mixed_signs';
  if (sessions() < MIN_SESSIONS) return 'one_session';
  if (!survivesLeavingOneOut(strata, effect)) return 'one_stratum';
  return saidRule(rule, effect) === null ? 'direction' : null;
}

export function typeOf(rule: Rule): ExperienceType {
  if (rule.form === 'PRE') return 'convention';
  return rule.form === 'RECOVER' || rule.form === 'REPEAT' ? 'failure_pattern' : 'tool_selection';
}

/** Confidence that an entry of this rule starts with. */
export function initialConfidence(rule: Rule, adjustedP: number, strata: number): number {
  const isStrong = typeOf(rule) === 'tool_selection' && adjustedP <= STRONG_P && strata >= STRONG_STRATA;
  return isStrong ? STRONG : ORDINARY;
}
