import { type GoalCheckpointDocument, type GoalPolicyDocument, naiveDecision } from '../long/naive-goal-policy.ts';

/** A checkpoint and a policy as `JSON.parse` gives them. */
export type Plain = Readonly<Record<string, unknown>>;

/** What the contract says of a policy and a checkpoint; scope is null of a policy that knows no goals. */
export interface Judged {
  readonly decision: string;
  readonly scope: string | null;
  readonly spawn_allowed: boolean;
  readonly reasons: readonly string[];
  /** Metric, value, name of the limit, limit. */
  readonly numbers: readonly (readonly [metric: string, value: string, limit: string, allowed: string])[];
}

const LIMITS = {
  cycle: 'max_cycles',
  tool_calls: 'max_tool_calls',
  elapsed_seconds: 'max_elapsed_seconds',
  transcript_bytes: 'max_transcript_bytes',
  same_failure_retries: 'max_same_failure_retries',
  no_evidence_cycles: 'max_no_evidence_cycles',
  task_packet_tokens: 'max_task_packet_tokens',
  parent_summary_tokens: 'max_parent_summary_tokens',
  memory_digest_tokens: 'max_memory_digest_tokens',
  child_result_words: 'max_child_result_words',
} as const;

type Numbers = Readonly<Record<string, number>>;

/** The contract's evaluation, step by step as it is written, without overrides. */
export function judged(policy: Plain, checkpoint: Plain): Judged {
  return policy.schema_version === 2 ? ofGoal(policy, checkpoint) : ofTask(policy, checkpoint);
}

function ofTask(policy: Plain, checkpoint: Plain): Judged {
  const limits = policy.limits as Numbers;
  const metrics = checkpoint as Numbers;
  const reasons: string[] = [];
  if (checkpoint.status !== 'running') reasons.push(`task_status:${checkpoint.status}`);
  reasons.push(...refusedGates(checkpoint));
  for (const [metric, limit] of Object.entries(LIMITS)) {
    const value = metrics[metric] ?? 0;
    if (value >= Number(limits[limit])) reasons.push(`limit_reached:${metric}=${value}:${limit}=${limits[limit]}`);
  }
  const [spawned, active] = [metrics.children_spawned ?? 0, metrics.active_children ?? 0];
  const [most, atOnce] = [Number(limits.max_children_per_parent), Number(limits.max_concurrency)];
  if (spawned > most) reasons.push(`limit_exceeded:children_spawned=${spawned}:max_children_per_parent=${most}`);
  if (active > atOnce) reasons.push(`limit_exceeded:active_children=${active}:max_concurrency=${atOnce}`);
  let decision = reasons.length > 0 ? 'stop' : 'continue';
  const growth = (metrics.transcript_bytes ?? 0) - (metrics.last_checkpoint_transcript_bytes ?? 0);
  const step = Number(limits.checkpoint_transcript_bytes);
  if (decision === 'continue' && growth >= step) {
    decision = 'checkpoint';
    reasons.push(`checkpoint_required:transcript_growth=${growth}:checkpoint_transcript_bytes=${step}`);
  }
  return {
    decision,
    scope: null,
    spawn_allowed: decision === 'continue' && spawned < most && active < atOnce,
    reasons,
    numbers: numbersOf(metrics, limits),
  };
}

function ofGoal(policy: Plain, checkpoint: Plain): Judged {
  const bounds = policy as unknown as GoalPolicyDocument;
  const goal = checkpoint as unknown as GoalCheckpointDocument;
  const { decision, scope, spawn_allowed, reasons } = naiveDecision(bounds, goal);
  const totals = Object.entries(bounds.goal_limits).map(
    ([name, limit]) => [name, String(goal.totals[name] ?? 'unknown'), `goal_limits.${name}`, String(limit)] as const,
  );
  const numbers = [...numbersOf(goal.task as unknown as Numbers, bounds.base_policy.limits), ...totals];
  return { decision, scope, spawn_allowed, reasons, numbers };
}

/** The newest answer at each gate, in the order in which the gates were first met. */
function refusedGates(checkpoint: Plain): readonly string[] {
  const newest = new Map<string, { readonly gate: string; readonly decision: string; readonly timestamp: string }>();
  for (const record of checkpoint.decisions as Iterable<{ gate: string; decision: string; timestamp: string }>) {
    const earlier = newest.get(record.gate);
    if (earlier === undefined || Date.parse(record.timestamp) > Date.parse(earlier.timestamp))
      newest.set(record.gate, record);
  }
  return [...newest.values()]
    .filter(({ decision }) => decision !== 'approve')
    .map(({ gate, decision }) => `human_gate:${gate}:${decision}`);
}

function numbersOf(metrics: Numbers, limits: Numbers): Judged['numbers'] {
  const growth = (metrics.transcript_bytes ?? 0) - (metrics.last_checkpoint_transcript_bytes ?? 0);
  const all: readonly (readonly [string, number, string])[] = [
    ...Object.entries(LIMITS).map(([metric, limit]) => [metric, metrics[metric] ?? 0, limit] as const),
    ['children_spawned', metrics.children_spawned ?? 0, 'max_children_per_parent'],
    ['active_children', metrics.active_children ?? 0, 'max_concurrency'],
    ['transcript_growth', growth, 'checkpoint_transcript_bytes'],
  ];
  return all.map(([metric, value, limit]) => [metric, String(value), limit, String(limits[limit])]);
}
