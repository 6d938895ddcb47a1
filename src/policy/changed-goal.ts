import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { checkpointFrom } from './checkpoint.ts';
import { requireActiveKnown, requireRetries } from './failure-record.ts';
import { goalCheckpointFrom } from './goal-checkpoint.ts';
import { goalActionKind, goalSeconds, goalStep, goalText } from './goal-checks.ts';
import { type GoalCheckpoint, type GoalState, VerifiedGoal } from './goal-state.ts';
import { ownCopy } from './own-copy.ts';
import { totalsOf, UNKNOWN_USAGE, ZERO_TOTALS } from './totals.ts';

/** What an operation changes of a goal: a new task document, and members of the state. */
export interface GoalChanges extends Partial<Omit<GoalState, 'task' | 'totals'>> {
  readonly task?: ExactObject;
}

/**
 * A goal with some members changed and its totals made anew. Validates all that a change can break; the history before the
 * change was verified and is shared.
 */
export function changedGoal(before: GoalCheckpoint, { task: document, ...changes }: GoalChanges): GoalCheckpoint {
  const task = document === undefined ? before.task : checkpointFrom(ownCopy(document));
  const state = { ...before, ...changes, task };
  goalStep(state.nextStep, 'next_step');
  goalActionKind(state.actionKind);
  const totals = totalsOf(state.baseline, task.metrics, state.usage);
  goalSeconds(totals.elapsed_seconds, 'elapsed_seconds');
  for (const failure of state.failureHistory)
    requireRetries(failure, state.activeFailure, task.metrics.same_failure_retries);
  requireActiveKnown(state.activeFailure, state.failureHistory);
  return new VerifiedGoal({ ...state, totals });
}

/** A goal at its beginning, around a task that was not measured before. */
export function firstGoal(start: {
  readonly goalId: ExactJson;
  readonly nextStep: ExactJson;
  readonly task: ExactObject;
  readonly sourceSha256: string;
}): GoalCheckpoint {
  const goalId = goalText(start.goalId, 'goal_id');
  const nextStep = goalStep(start.nextStep, 'next_step');
  const task = checkpointFrom(ownCopy(start.task));
  const totals = totalsOf(ZERO_TOTALS, task.metrics, UNKNOWN_USAGE);
  goalSeconds(totals.elapsed_seconds, 'elapsed_seconds');
  return new VerifiedGoal({
    taskId: task.taskId,
    goalId,
    sliceId: 0n,
    task,
    totals,
    baseline: ZERO_TOTALS,
    usage: UNKNOWN_USAGE,
    acceptedEvidence: Object.freeze([]),
    history: Object.freeze([]),
    nextStep,
    actionKind: 'execute',
    reviewRequired: false,
    requiresHuman: false,
    sourceSha256: start.sourceSha256,
    failureHistory: Object.freeze([]),
    activeFailure: null,
  });
}

/**
 * The checkpoint itself where this room made it; one that a caller put together is validated from its document, whole.
 */
export function verified(checkpoint: GoalCheckpoint): GoalCheckpoint {
  return VerifiedGoal.isOne(checkpoint) ? checkpoint : goalCheckpointFrom(checkpoint.document);
}
