import { canonicalHash } from '../base/canonical-json.ts';
import type { Decision, GoalCheckpoint, GoalDecision } from '../policy/index.ts';
import type { Candidate } from './actor.ts';
import { correctionsOf } from './goal-failures.ts';
import { type Situation, weigh } from './weigh.ts';

/** Whether a policy stopped the action alone, so that a look at the failure may follow. */
export function isActionStop(decision: Decision | GoalDecision): boolean {
  return decision.decision === 'stop' && 'scope' in decision && decision.scope === 'action';
}

/** Whether a failure was repeated too often: only another input with evidence of its own may be tried then. */
export function isRetryStop(reasons: readonly string[]): boolean {
  return reasons.some((reason) => reason.startsWith('limit_reached:same_failure_retries='));
}

/** Whether a look may help after a stop: something is left to look at, to try afterwards, and to permit. */
export function hasDiagnosisLeft(
  situation: Situation,
  stop: { readonly reasons: readonly string[]; readonly goal: GoalCheckpoint; readonly maxCorrections: bigint },
): boolean {
  if (isRetryStop(stop.reasons) && BigInt(correctionsOf(stop.goal)) >= stop.maxCorrections) return false;
  const weighed = weigh(situation);
  return weighed.kind === 'weighed' && weighed.explore !== null;
}

/** What a candidate is given, as failures are told apart: an agent is told anew what its last correction was permitted by. */
export function inputOf(candidate: Candidate, correctedBy: string | null): string {
  return candidate.isChild && correctedBy !== null ? canonicalHash([candidate.key, correctedBy]) : candidate.key;
}
