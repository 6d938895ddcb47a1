import { isAccepted } from './accepted-evidence.ts';
import type { ActionKind } from './action-kind.ts';
import { verified } from './changed-goal.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type Judged, judged } from './evaluate.ts';
import { failedGoalDecision, type GoalDecision, goalDecisionUnder } from './goal-decision.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import type { LimitName, Limits } from './limits.ts';
import { isContextMetric } from './metrics.ts';
import { overriddenLimits } from './overrides.ts';
import { requireAgreeingLimits } from './policy.ts';
import type { Reason } from './reason.ts';
import { checked } from './refusal.ts';
import type { CounterName } from './totals.ts';
import { requireGenuineRecords } from './verify-records.ts';

/** What a slice may spend before the goal needs a new one. */
const SLICE_LIMITS: readonly (readonly [CounterName, LimitName])[] = [
  ['cycle', 'max_cycles'],
  ['tool_calls', 'max_tool_calls'],
  ['elapsed_seconds', 'max_elapsed_seconds'],
  ['children_spawned', 'max_children_per_parent'],
];

/**
 * Decides whether a goal may go on: with this action, after context maintenance, in a new slice, or not at all. Pure: reads
 * no clock, changes nothing. A human record that is not genuine, an override that came too late and the like give the
 * fail-closed decision.
 *
 * @example
 * ```ts
 * const { decision, scope, autoContinue } = evaluateGoal(checkpoint, policy, new Map());
 * // 'checkpoint', 'slice', true: advance, and go on with the same goal
 * ```
 */
export function evaluateGoal(
  checkpoint: GoalCheckpoint,
  policy: GoalPolicy,
  keys: ReadonlyMap<string, string>,
): GoalDecision {
  const result = checked(() => decideGoal(verified(checkpoint), policy, keys));
  return result.kind === 'ok' ? result.value : failedGoalDecision(policy, result.message);
}

/** As `evaluateGoal`, for use among the checks of this room. */
export function decideGoal(
  checkpoint: GoalCheckpoint,
  policy: GoalPolicy,
  keys: ReadonlyMap<string, string>,
): GoalDecision {
  const { task } = checkpoint;
  requireGenuineRecords(task, policy.base, keys);
  const limits = overriddenLimits(policy.base.limits, task.overrides, task.metrics, isContextMetric);
  requireAgreeingLimits(limits);
  const gate = judged(gatedTask(task, checkpoint.actionKind), limits);
  const isPending = gate.decision === 'checkpoint' || gate.typedReasons.some(isContextReason);
  const stopped = withGoalStops(ofGate(gate, isPending), checkpoint, policy);
  const sliced = isPending ? stopped : withSliceLimits(stopped, checkpoint, limits);
  const draft = task.metrics.active_children > limits.max_concurrency ? withConcurrency(sliced) : sliced;
  const maySpawn = draft.decision === 'continue' && gate.spawnAllowed && leavesReserve(checkpoint, policy, limits);
  return goalDecisionUnder(policy, {
    ...draft,
    spawnAllowed: maySpawn,
    effectiveLimits: limits,
    totals: checkpoint.totals,
  });
}

/** The task as the gate of one action sees it: what a slice may spend is judged apart, and looking or waiting is no retry. */
function gatedTask(
  { status, decisions, metrics }: Checkpoint,
  kind: ActionKind,
): Pick<Checkpoint, 'status' | 'decisions' | 'metrics'> {
  const unspent = { ...metrics, cycle: 0n, tool_calls: 0n, elapsed_seconds: 0n, children_spawned: 0n };
  if (kind !== 'diagnose' && kind !== 'wait') return { status, decisions, metrics: unspent };
  return {
    status: status === 'error' || status === 'timed_out' ? 'running' : status,
    decisions,
    metrics: { ...unspent, same_failure_retries: 0n, no_evidence_cycles: 0n },
  };
}

type Draft = Pick<GoalDecision, 'decision' | 'scope' | 'autoContinue' | 'typedReasons'>;

function ofGate({ decision, typedReasons }: Judged, isPending: boolean): Draft {
  const isGoal = decision === 'stop' && !typedReasons.every(concernsOneAction);
  const isMaintenance = typedReasons.length > 0 && typedReasons.every(isContextReason);
  return {
    decision: isMaintenance ? 'checkpoint' : decision,
    scope: isGoal ? 'goal' : 'action',
    autoContinue: false,
    typedReasons: isPending ? [...typedReasons, { kind: 'context_compaction_required' }] : typedReasons,
  };
}

function withGoalStops(draft: Draft, checkpoint: GoalCheckpoint, policy: GoalPolicy): Draft {
  const { task, totals, requiresHuman, nextStep } = checkpoint;
  const reasons: Reason[] = [];
  if (requiresHuman) reasons.push({ kind: 'human_authorization_required' });
  for (const [name, limit] of policy.goalLimits) {
    const total = totals[name];
    if (total === null || total >= limit) reasons.push({ kind: 'goal_limit', name });
  }
  if (task.status === 'completed' && (task.evidenceRefs.length === 0 || nextStep !== ''))
    reasons.push({ kind: 'completion_missing_acceptance_or_work_remains' });
  if (reasons.length === 0) return draft;
  return { ...draft, decision: 'stop', scope: 'goal', typedReasons: [...draft.typedReasons, ...reasons] };
}

function withSliceLimits(draft: Draft, checkpoint: GoalCheckpoint, limits: Limits): Draft {
  const { metrics } = checkpoint.task;
  const reached = SLICE_LIMITS.filter(([counter, limit]) => metrics[counter] >= limits[limit]);
  if (draft.decision === 'stop' || reached.length === 0) return draft;
  const autoContinue = mayEndSlice(checkpoint);
  const reasons: Reason[] = reached.map(([name]) => ({ kind: 'slice_limit', name }));
  if (!autoContinue) reasons.push({ kind: 'slice_needs_evidence_next_step_or_children_completion' });
  return {
    decision: 'checkpoint',
    scope: 'slice',
    autoContinue,
    typedReasons: [...draft.typedReasons, ...reasons],
  };
}

/** Whether a slice brought evidence, leaves work to do and no child of it still runs. */
function mayEndSlice(checkpoint: GoalCheckpoint): boolean {
  const { task, nextStep, acceptedEvidence } = checkpoint;
  if (nextStep === '' || task.metrics.active_children !== 0n) return false;
  return task.evidenceRefs.some((reference) => !isAccepted(acceptedEvidence, reference));
}

function withConcurrency(draft: Draft): Draft {
  return {
    decision: 'stop',
    scope: draft.decision === 'stop' && draft.scope === 'goal' ? 'goal' : 'action',
    autoContinue: false,
    typedReasons: [...draft.typedReasons, { kind: 'concurrency_exceeded' }],
  };
}

function leavesReserve(
  { task, reviewRequired, actionKind }: GoalCheckpoint,
  policy: GoalPolicy,
  limits: Limits,
): boolean {
  const reserved = reviewRequired && actionKind !== 'review' ? policy.reviewerReserve : 0n;
  return actionKind !== 'wait' && task.metrics.children_spawned < limits.max_children_per_parent - reserved;
}

/** Whether a reason goes away with context maintenance. */
export function isContextReason(reason: Reason): boolean {
  return reason.kind === 'limit_reached' && isContextMetric(reason.metric);
}

/** Whether a reason forbids this action only, so that the goal may still look, wait or prepare a correction. */
function concernsOneAction(reason: Reason): boolean {
  switch (reason.kind) {
    case 'task_status':
      return reason.status === 'error' || reason.status === 'timed_out';
    case 'limit_reached':
      return (
        isContextMetric(reason.metric) ||
        reason.metric === 'same_failure_retries' ||
        reason.metric === 'no_evidence_cycles'
      );
    case 'limit_exceeded':
      return reason.metric === 'active_children';
    default:
      return false;
  }
}
