import type { Checkpoint } from './checkpoint.ts';
import { type Decision, decisionUnder, failClosed, failedDecision } from './decision.ts';
import { gateReasons } from './human-gates.ts';
import type { LimitName, Limits } from './limits.ts';
import type { MetricName, Metrics } from './metrics.ts';
import { overriddenLimits } from './overrides.ts';
import type { Policy } from './policy.ts';
import type { Reason } from './reason.ts';
import { checked } from './refusal.ts';
import { requireGenuineRecords } from './verify-records.ts';

/** A metric stops the task as soon as it reaches its limit. */
const REACHED_AT: readonly (readonly [MetricName, LimitName])[] = [
  ['cycle', 'max_cycles'],
  ['tool_calls', 'max_tool_calls'],
  ['elapsed_seconds', 'max_elapsed_seconds'],
  ['transcript_bytes', 'max_transcript_bytes'],
  ['same_failure_retries', 'max_same_failure_retries'],
  ['no_evidence_cycles', 'max_no_evidence_cycles'],
  ['task_packet_tokens', 'max_task_packet_tokens'],
  ['parent_summary_tokens', 'max_parent_summary_tokens'],
  ['memory_digest_tokens', 'max_memory_digest_tokens'],
  ['child_result_words', 'max_child_result_words'],
];

/** Children may be as many as their limit says; one more stops the task. */
const EXCEEDED_ABOVE: readonly (readonly [MetricName, LimitName])[] = [
  ['children_spawned', 'max_children_per_parent'],
  ['active_children', 'max_concurrency'],
];

/**
 * Decides whether a task may go on. Pure: reads no clock, changes nothing. A human record that is not genuine, an override
 * that came too late and the like give the fail-closed decision.
 *
 * @example
 * ```ts
 * const { decision, reasons } = evaluate(checkpoint, policy, new Map());
 * // 'stop', ['limit_reached:cycle=5:max_cycles=5']
 * ```
 */
export function evaluate(checkpoint: Checkpoint, policy: Policy, keys: ReadonlyMap<string, string>): Decision {
  const result = checked(() => decide(checkpoint, policy, keys));
  if (result.kind === 'ok') return result.value;
  return policy.path === null
    ? failedDecision(policy.policyId, result.message)
    : failClosed(policy.path, result.message);
}

/** As `evaluate`, for use among the checks of this room. */
export function decide(checkpoint: Checkpoint, policy: Policy, keys: ReadonlyMap<string, string>): Decision {
  const { metrics } = checkpoint;
  requireGenuineRecords(checkpoint, policy, keys);
  const limits = overriddenLimits(policy.limits, checkpoint.overrides, metrics);
  const { decision, spawnAllowed, typedReasons } = judged(checkpoint, limits);
  return decisionUnder(policy, {
    decision,
    spawnAllowed,
    typedReasons,
    effectiveLimits: limits,
    observedMetrics: metrics,
  });
}

export type Judged = Pick<Decision, 'decision' | 'spawnAllowed' | 'typedReasons'>;

/** What a task's status, gates and metrics come to under limits, for use among the checks of this room. */
export function judged(task: Pick<Checkpoint, 'status' | 'decisions' | 'metrics'>, limits: Limits): Judged {
  const stops = stopReasons(task, limits);
  const required = stops.length > 0 ? null : checkpointReason(task.metrics, limits);
  const decision = stops.length > 0 ? 'stop' : required === null ? 'continue' : 'checkpoint';
  return {
    decision,
    spawnAllowed: decision === 'continue' && maySpawn(task.metrics, limits),
    typedReasons: required === null ? stops : [required],
  };
}

function stopReasons(
  { status, decisions, metrics }: Pick<Checkpoint, 'status' | 'decisions' | 'metrics'>,
  limits: Limits,
): readonly Reason[] {
  const reasons = limitReasons(metrics, limits);
  const gates = decisions.length === 0 ? [] : gateReasons(decisions);
  if (status === 'running') return gates.length === 0 ? reasons : [...gates, ...reasons];
  return [{ kind: 'task_status', status }, ...gates, ...reasons];
}

function checkpointReason(metrics: Metrics, limits: Limits): Reason | null {
  const growth = metrics.transcript_bytes - metrics.last_checkpoint_transcript_bytes;
  const limitValue = limits.checkpoint_transcript_bytes;
  return growth >= limitValue ? { kind: 'checkpoint_required', growth, limitValue } : null;
}

function maySpawn(metrics: Metrics, limits: Limits): boolean {
  return metrics.children_spawned < limits.max_children_per_parent && metrics.active_children < limits.max_concurrency;
}

function limitReasons(metrics: Metrics, limits: Limits): Reason[] {
  const reasons: Reason[] = [];
  for (const [metric, limit] of REACHED_AT) {
    const value = metrics[metric];
    const limitValue = limits[limit];
    if (value >= limitValue) reasons.push({ kind: 'limit_reached', metric, value, limit, limitValue });
  }
  for (const [metric, limit] of EXCEEDED_ABOVE) {
    const value = metrics[metric];
    const limitValue = limits[limit];
    if (value > limitValue) reasons.push({ kind: 'limit_exceeded', metric, value, limit, limitValue });
  }
  return reasons;
}
