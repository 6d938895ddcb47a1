/** What a checkpoint measured. Integers, but for `elapsed_seconds`, which may be a float; an absent optional field is 0. */
export interface Metrics {
  readonly cycle: bigint;
  readonly tool_calls: bigint;
  readonly elapsed_seconds: bigint | number;
  readonly transcript_bytes: bigint;
  readonly same_failure_retries: bigint;
  readonly no_evidence_cycles: bigint;
  readonly children_spawned: bigint;
  readonly active_children: bigint;
  readonly task_packet_tokens: bigint;
  readonly parent_summary_tokens: bigint;
  readonly memory_digest_tokens: bigint;
  readonly child_result_words: bigint;
  readonly last_checkpoint_transcript_bytes: bigint;
}

export type MetricName = keyof Metrics;

export const METRIC_NAMES: readonly MetricName[] = [
  'cycle',
  'tool_calls',
  'elapsed_seconds',
  'transcript_bytes',
  'same_failure_retries',
  'no_evidence_cycles',
  'children_spawned',
  'active_children',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
  'last_checkpoint_transcript_bytes',
];

/** Sizes of the active context. Maintenance may shrink them, unlike everything else that is measured. */
export const CONTEXT_METRICS = [
  'transcript_bytes',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
] as const satisfies readonly MetricName[];
export type ContextMetric = (typeof CONTEXT_METRICS)[number];

export function isContextMetric(name: MetricName): name is ContextMetric {
  return CONTEXT_METRICS.some((known) => known === name);
}
