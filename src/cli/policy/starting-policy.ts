import { type ExactJson, exactFromPlain } from '../../base/exact-json.ts';

/** The policy that `init` writes: the user owns it from then on. Strict JSON holds no comments, so they are printed. */
const STARTING_POLICY = {
  schema_version: 1,
  policy_id: 'starting-policy',
  limits: {
    max_cycles: 12,
    max_tool_calls: 200,
    max_elapsed_seconds: 3600,
    checkpoint_transcript_bytes: 2_000_000,
    max_transcript_bytes: 8_000_000,
    max_same_failure_retries: 2,
    max_no_evidence_cycles: 3,
    max_children_per_parent: 24,
    max_concurrency: 2,
    max_task_packet_tokens: 32_000,
    max_parent_summary_tokens: 8_000,
    max_memory_digest_tokens: 4_000,
    max_child_result_words: 4_000,
  },
  human_authorization: { key_hashes: {} },
};

/** Its text, as it is written to a file. */
export function startingPolicyText(): string {
  return `${JSON.stringify(STARTING_POLICY, null, 2)}\n`;
}

/** The same as a document. */
export function startingPolicy(): ExactJson {
  return exactFromPlain(STARTING_POLICY);
}
