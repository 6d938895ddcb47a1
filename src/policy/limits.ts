/** The thirteen limits of a policy and what each one bounds. */
export const LIMIT_METRICS = {
  max_cycles: 'cycle',
  max_tool_calls: 'tool_calls',
  max_elapsed_seconds: 'elapsed_seconds',
  checkpoint_transcript_bytes: 'transcript_bytes',
  max_transcript_bytes: 'transcript_bytes',
  max_same_failure_retries: 'same_failure_retries',
  max_no_evidence_cycles: 'no_evidence_cycles',
  max_children_per_parent: 'children_spawned',
  max_concurrency: 'active_children',
  max_task_packet_tokens: 'task_packet_tokens',
  max_parent_summary_tokens: 'parent_summary_tokens',
  max_memory_digest_tokens: 'memory_digest_tokens',
  max_child_result_words: 'child_result_words',
} as const;

export type LimitName = keyof typeof LIMIT_METRICS;
export type Limits = Readonly<Record<LimitName, bigint>>;

export const LIMIT_NAMES: readonly LimitName[] = [
  'max_cycles',
  'max_tool_calls',
  'max_elapsed_seconds',
  'checkpoint_transcript_bytes',
  'max_transcript_bytes',
  'max_same_failure_retries',
  'max_no_evidence_cycles',
  'max_children_per_parent',
  'max_concurrency',
  'max_task_packet_tokens',
  'max_parent_summary_tokens',
  'max_memory_digest_tokens',
  'max_child_result_words',
];

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMIT_METRICS, name);
}

/** Limits with each value as `read` gives it. */
export function limitsFrom(read: (name: LimitName) => bigint): Limits {
  return {
    max_cycles: read('max_cycles'),
    max_tool_calls: read('max_tool_calls'),
    max_elapsed_seconds: read('max_elapsed_seconds'),
    checkpoint_transcript_bytes: read('checkpoint_transcript_bytes'),
    max_transcript_bytes: read('max_transcript_bytes'),
    max_same_failure_retries: read('max_same_failure_retries'),
    max_no_evidence_cycles: read('max_no_evidence_cycles'),
    max_children_per_parent: read('max_children_per_parent'),
    max_concurrency: read('max_concurrency'),
    max_task_packet_tokens: read('max_task_packet_tokens'),
    max_parent_summary_tokens: read('max_parent_summary_tokens'),
    max_memory_digest_tokens: read('max_memory_digest_tokens'),
    max_child_result_words: read('max_child_result_words'),
  };
}
