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

/** The same for a goal: each slice is bounded by it, and the goal as a whole by five slices' worth. */
const STARTING_GOAL_POLICY = {
  schema_version: 2,
  policy_id: 'starting-goal-policy',
  base_policy: { ...STARTING_POLICY, policy_id: 'starting-slice-policy' },
  goal_limits: { cycle: 60, tool_calls: 1_000, elapsed_seconds: 18_000 },
  reviewer_reserve: 1,
};

/** A starting policy as it is written to a file, and as a document. */
export interface StartingPolicy {
  readonly text: string;
  readonly document: ExactJson;
}

/** What `init` writes: a policy v1, or with `isGoal` a goal policy v2. */
export function startingPolicy(isGoal: boolean): StartingPolicy {
  const plain = isGoal ? STARTING_GOAL_POLICY : STARTING_POLICY;
  return { text: `${JSON.stringify(plain, null, 2)}\n`, document: exactFromPlain(plain) };
}
