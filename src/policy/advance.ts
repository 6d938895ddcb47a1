import { withAccepted } from './accepted-evidence.ts';
import { changedGoal, verified } from './changed-goal.ts';
import { withCheckpointFields } from './create-checkpoint.ts';
import { decideGoal } from './evaluate-goal.ts';
import { goalText } from './goal-checks.ts';
import { nextEvent } from './goal-history.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { grownHistory, hasRequest } from './grown-history.ts';
import { hashOf } from './policy.ts';
import { checked, type Refused, refuse } from './refusal.ts';
import { NO_USAGE } from './totals.ts';

export type AdvanceResult =
  | { readonly kind: 'advanced'; readonly checkpoint: GoalCheckpoint }
  /** A transition of this request id stands in the history: nothing changed. */
  | { readonly kind: 'known'; readonly checkpoint: GoalCheckpoint }
  | Refused;

/** Whether a transition of this request id stands in the history. */
export function hasAdvanced(checkpoint: GoalCheckpoint, requestId: string): boolean {
  return hasRequest(checkpoint.history, requestId);
}

/**
 * Ends a slice and begins the next one of the same goal, where evaluation allows it without a human. The same request id
 * given again changes nothing.
 */
export function advance(
  checkpoint: GoalCheckpoint,
  policy: GoalPolicy,
  requestId: string,
  keys: ReadonlyMap<string, string>,
): AdvanceResult {
  const result = checked(() => advanced(verified(checkpoint), () => policy, requestId, keys));
  return result.kind === 'ok' ? result.value : result;
}

/** As `advance`, for use among the checks of this room. The policy is asked for only once it is needed. */
export function advanced(
  checkpoint: GoalCheckpoint,
  policy: () => GoalPolicy,
  requestId: string,
  keys: ReadonlyMap<string, string>,
): Exclude<AdvanceResult, { readonly kind: 'refused' }> {
  goalText(requestId, 'request_id');
  if (hasAdvanced(checkpoint, requestId)) return { kind: 'known', checkpoint };
  const { decision, autoContinue } = decideGoal(checkpoint, policy(), keys);
  if (decision !== 'checkpoint' || !autoContinue) refuse('advance not authorized by slice decision');
  const { task, totals, history, acceptedEvidence, sliceId } = checkpoint;
  if (task.overrides.length > 0) refuse('signed slice overrides require explicit migration');
  const event = nextEvent(history, {
    requestId,
    totals,
    taskSha256: hashOf(task.document, 'task'),
    evidenceRefs: task.evidenceRefs,
  });
  return {
    kind: 'advanced',
    checkpoint: changedGoal(checkpoint, {
      sliceId: sliceId + 1n,
      baseline: totals,
      usage: NO_USAGE,
      history: grownHistory(history, event),
      acceptedEvidence: withAccepted(acceptedEvidence, task.evidenceRefs),
      task: withCheckpointFields(task.document, {
        cycle: 0n,
        tool_calls: 0n,
        elapsed_seconds: 0n,
        children_spawned: 0n,
      }),
    }),
  };
}
