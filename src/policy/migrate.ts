import type { ExactJson } from '../base/exact-json.ts';
import { changedGoal } from './changed-goal.ts';
import { checkpointFrom } from './checkpoint.ts';
import { withCheckpointFields } from './create-checkpoint.ts';
import { type GoalStart, newGoal, type WrittenStart } from './create-goal.ts';
import { decide } from './evaluate.ts';
import { isContextReason } from './evaluate-goal.ts';
import { isVersion2 } from './field-checks.ts';
import { goalCheckpointFrom } from './goal-checkpoint.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Reason, reasonText } from './reason.ts';
import { type Checked, checked, refuse } from './refusal.ts';

/**
 * Makes a goal of a task checkpoint v1. A task that had only spent what a slice may spend runs again, for a goal has more
 * slices; any other status, gate or limit stands. Nothing that was measured changes.
 */
export function migrate(
  task: ExactJson,
  policy: GoalPolicy,
  start: GoalStart,
  keys: ReadonlyMap<string, string>,
): Checked<GoalCheckpoint> {
  return checked(() => migrated(task, policy, start, keys));
}

/** As `migrate`, for use among the checks of this room. */
export function migrated(
  source: ExactJson,
  policy: GoalPolicy,
  start: WrittenStart,
  keys: ReadonlyMap<string, string>,
): GoalCheckpoint {
  if (isVersion2(source)) {
    goalCheckpointFrom(source);
    return refuse('checkpoint and policy versions must match');
  }
  const task = checkpointFrom(source);
  const { typedReasons } = decide(task, policy.base, keys);
  const goal = newGoal(source, start);
  if (!hasSpentItsSlice(task.stopReason, typedReasons)) return goal;
  return changedGoal(goal, { task: withCheckpointFields(task.document, { status: 'running', stop_reason: null }) });
}

function hasSpentItsSlice(stopReason: string | null, reasons: readonly Reason[]): boolean {
  const others = reasons.filter((reason) => !isExhausted(reason));
  const wasExhausted = others.length < reasons.length;
  return (
    wasExhausted && others.every(isSpentWithTheSlice) && others.some((reason) => reasonText(reason) === stopReason)
  );
}

function isExhausted(reason: Reason): boolean {
  return reason.kind === 'task_status' && reason.status === 'budget_exhausted';
}

/** Whether a new slice, or context maintenance, takes the reason away. */
function isSpentWithTheSlice(reason: Reason): boolean {
  if (isContextReason(reason)) return true;
  if (reason.kind === 'limit_exceeded') return reason.metric === 'children_spawned';
  return (
    reason.kind === 'limit_reached' &&
    (reason.metric === 'cycle' || reason.metric === 'tool_calls' || reason.metric === 'elapsed_seconds')
  );
}
