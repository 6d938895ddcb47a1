/** What a goal policy and a checkpoint of it look like once parsed; only what a run of no overrides needs. */
export interface GoalPolicyDocument {
  readonly base_policy: { readonly limits: Readonly<Record<string, number>> };
  readonly goal_limits: Readonly<Record<string, number>>;
  readonly reviewer_reserve: number;
}

export interface GoalCheckpointDocument {
  readonly task: Readonly<Record<string, unknown>> & {
    readonly status: string;
    readonly evidence_refs: readonly string[];
    readonly decisions: readonly { readonly gate: string; readonly decision: string; readonly timestamp: string }[];
  };
  readonly totals: Readonly<Record<string, number | null>>;
  readonly accepted_evidence: readonly string[];
  readonly next_step: string;
  readonly action_kind: string;
  readonly review_required: boolean;
  readonly requires_human: boolean;
}

export interface NaiveDecision {
  readonly decision: string;
  readonly scope: string;
  readonly auto_continue: boolean;
  readonly spawn_allowed: boolean;
  readonly reasons: readonly string[];
}

const CONTEXT = [
  'transcript_bytes',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
];
const REACHED = ['transcript_bytes', 'same_failure_retries', 'no_evidence_cycles', ...CONTEXT.slice(1)];
const SLICE = [
  ['cycle', 'max_cycles'],
  ['tool_calls', 'max_tool_calls'],
  ['elapsed_seconds', 'max_elapsed_seconds'],
  ['children_spawned', 'max_children_per_parent'],
] as const;

/** The contract's evaluation of a goal, step by step as it is written, for positive limits and no overrides. */
export function naiveDecision(policy: GoalPolicyDocument, goal: GoalCheckpointDocument): NaiveDecision {
  const { task } = goal;
  const { limits } = policy.base_policy;
  const limit = (name: string) => limits[name] ?? 0;
  const isCalm = goal.action_kind === 'diagnose' || goal.action_kind === 'wait';
  const metric = (name: string) =>
    isCalm && (name === 'same_failure_retries' || name === 'no_evidence_cycles') ? 0 : Number(task[name] ?? 0);
  const reasons: string[] = [];
  const status = isCalm && (task.status === 'error' || task.status === 'timed_out') ? 'running' : task.status;
  if (status !== 'running') reasons.push(`task_status:${status}`);
  const gates = new Map<string, GoalCheckpointDocument['task']['decisions'][number]>();
  for (const record of task.decisions) {
    const earlier = gates.get(record.gate);
    if (earlier === undefined || Date.parse(record.timestamp) > Date.parse(earlier.timestamp))
      gates.set(record.gate, record);
  }
  for (const { gate, decision } of gates.values())
    if (decision !== 'approve') reasons.push(`human_gate:${gate}:${decision}`);
  for (const name of REACHED)
    if (metric(name) >= limit(`max_${name}`))
      reasons.push(`limit_reached:${name}=${metric(name)}:max_${name}=${limit(`max_${name}`)}`);
  const active = metric('active_children');
  if (active > limit('max_concurrency'))
    reasons.push(`limit_exceeded:active_children=${active}:max_concurrency=${limit('max_concurrency')}`);
  const growth = metric('transcript_bytes') - metric('last_checkpoint_transcript_bytes');
  let decision = reasons.length > 0 ? 'stop' : 'continue';
  if (decision === 'continue' && growth >= limit('checkpoint_transcript_bytes')) {
    decision = 'checkpoint';
    reasons.push(
      `checkpoint_required:transcript_growth=${growth}:checkpoint_transcript_bytes=${limit('checkpoint_transcript_bytes')}`,
    );
  }
  const mayOnce = decision === 'continue' && active < limit('max_concurrency');
  const isContext = (reason: string) => CONTEXT.some((name) => reason.startsWith(`limit_reached:${name}=`));
  const isPending = decision === 'checkpoint' || reasons.some(isContext);
  let scope = decision === 'stop' ? 'goal' : 'action';
  const ofAction =
    /^(task_status:(error|timed_out)$|limit_reached:(same_failure_retries|no_evidence_cycles)=|limit_exceeded:active_children=)/;
  if (
    reasons.length > 0 &&
    reasons.every((reason) => ofAction.test(reason) || isContext(reason) || decision === 'checkpoint')
  )
    scope = 'action';
  if (reasons.length > 0 && reasons.every(isContext)) decision = 'checkpoint';
  if (isPending) reasons.push('context_compaction_required');
  const stop = (reason: string) => {
    decision = 'stop';
    scope = 'goal';
    reasons.push(reason);
  };
  if (goal.requires_human) stop('human_authorization_required');
  for (const [name, most] of Object.entries(policy.goal_limits)) {
    const total = goal.totals[name] ?? null;
    if (total === null || total >= most) stop(`goal_limit:${name}:unknown_or_reached`);
  }
  if (task.status === 'completed' && (task.evidence_refs.length === 0 || goal.next_step !== ''))
    stop('completion_missing_acceptance_or_work_remains');
  const spent = SLICE.filter(([name, most]) => Number(task[name] ?? 0) >= limit(most));
  let isAuto = false;
  if (decision !== 'stop' && spent.length > 0 && !isPending) {
    decision = 'checkpoint';
    scope = 'slice';
    reasons.push(...spent.map(([name]) => `slice_limit:${name}`));
    const hasNews = task.evidence_refs.some((reference) => !goal.accepted_evidence.includes(reference));
    isAuto = hasNews && goal.next_step !== '' && active === 0;
    if (!isAuto) reasons.push('slice_needs_evidence_next_step_or_children_completion');
  }
  if (active > limit('max_concurrency')) {
    scope = decision === 'stop' && scope === 'goal' ? 'goal' : 'action';
    decision = 'stop';
    isAuto = false;
    reasons.push('concurrency_exceeded');
  }
  const reserved = goal.review_required && goal.action_kind !== 'review' ? policy.reviewer_reserve : 0;
  const hasRoom = Number(task.children_spawned ?? 0) < limit('max_children_per_parent') - reserved;
  const maySpawn = decision === 'continue' && mayOnce && hasRoom && goal.action_kind !== 'wait';
  return { decision, scope, auto_continue: isAuto, spawn_allowed: maySpawn, reasons };
}
