import { type GoalCheckpoint, type Failure as GoalFailure, validateGoalCheckpoint } from '../../policy/index.ts';
import { checkpointOf, RUNNING } from '../checkpoint-view.ts';
import { inputOf, isRetryStop } from '../diagnosis.ts';
import type { Failure } from '../failure.ts';
import { learn } from '../fold/evidence.ts';
import { unobserved, withGoalCorrection, withGoalFailure } from '../goal-failures.ts';
import type { Finding, ObservedEvent } from '../journal.ts';
import type { CurrentAct, RunState } from '../state.ts';
import { type Situation, weigh } from '../weigh.ts';
import type { Session } from './session.ts';

type Counted = Pick<ObservedEvent, 'sameFailureRetries' | 'goalFailures' | 'correction'>;

interface Seen {
  readonly before: RunState;
  readonly current: CurrentAct;
  readonly failure: Failure | null;
  readonly findings: readonly Finding[];
  /** What the next choice will depend on. */
  readonly next: Situation;
}

/**
 * What a goal counts of a cycle: a failure, or what a look brought that permits another input. Nothing else forgives a
 * failure. Null in a run without a goal.
 */
export function countedInGoal(session: Session, seen: Seen): Counted | null {
  if (session.policy.goal === null) return null;
  const { before, failure, findings } = seen;
  const unchanged = { sameFailureRetries: before.counters.sameFailureRetries };
  const goal = validateGoalCheckpoint(checkpointOf(session.base, { ...before, ...learn(before, findings) }, RUNNING));
  // A checkpoint that is not valid stops the run at its next evaluation, which says why.
  if (goal.kind === 'refused') return unchanged;
  if (failure === null) return corrected(goal.checkpoint, seen) ?? unchanged;
  const { failures, sameFailureRetries } = withGoalFailure(goal.checkpoint, reported(failure, findings));
  return { sameFailureRetries, goalFailures: failures };
}

/** What a goal counts of a failure that only a review saw; null in a run without a goal. */
export function failureInGoal(
  session: Session,
  state: RunState,
  failure: Failure,
  evidenceRef: string,
): Pick<ObservedEvent, 'sameFailureRetries' | 'goalFailures'> | null {
  if (session.policy.goal === null) return null;
  const goal = validateGoalCheckpoint(checkpointOf(session.base, state, RUNNING));
  // A checkpoint that is not valid stops the run at its next evaluation, which says why.
  if (goal.kind === 'refused') return null;
  const finding = { ref: evidenceRef, novelty: evidenceRef };
  const { failures, sameFailureRetries } = withGoalFailure(goal.checkpoint, reported(failure, [finding]));
  return { sameFailureRetries, goalFailures: failures };
}

function reported(failure: Failure, findings: readonly Finding[]): GoalFailure {
  return {
    operation: failure.operation,
    target: failure.target.join(','),
    inputSha256: failure.input,
    errorClass: failure.errorClass === '' ? 'unknown' : failure.errorClass,
    evidenceRef: findings[0]?.ref ?? failure.id,
  };
}

/** A reference that no failure has observed is spent at once: after an advance it would be accepted and permit nothing. */
function corrected(goal: GoalCheckpoint, { before, current, findings, next }: Seen): Counted | null {
  if (!isRetryStop(current.planned.stoppedBy ?? []) || current.violations.length > 0) return null;
  const fresh = findings.filter((finding) => !before.known.has(finding.novelty)).map((finding) => finding.ref);
  // What the look itself brought comes after the tests.
  const evidenceRef = unobserved(goal, fresh.reverse());
  const weighed = weigh(next);
  if (evidenceRef === undefined || weighed.kind !== 'weighed') return null;
  const correction = { inputSha256: inputOf(weighed.exploit, evidenceRef), evidenceRef };
  const permitted = withGoalCorrection(goal, correction);
  if (permitted === null) return null;
  const { failures, sameFailureRetries } = permitted;
  return { sameFailureRetries, goalFailures: failures, correction };
}
