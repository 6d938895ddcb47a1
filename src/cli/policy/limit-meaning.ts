import type { LimitName } from '../../policy/index.ts';

/** What a limit does when it is reached, in one line. */
export const LIMIT_MEANING: Readonly<Record<LimitName, string>> = {
  max_cycles: 'cycles, one act and its checks each, before the run stops',
  max_tool_calls: 'tool calls of all acts together',
  max_elapsed_seconds: 'seconds the run is alive, over all its resumes',
  checkpoint_transcript_bytes: 'new bytes of prompts and answers before the run pauses for a person to look (exit 3)',
  max_transcript_bytes: 'bytes of prompts and answers in all',
  max_same_failure_retries: 'repeats of a failure by the same act, at which the run stops',
  max_no_evidence_cycles: 'cycles in a row without anything new, at which the run stops',
  max_children_per_parent: 'agents and reviewers that may be started in all',
  max_concurrency: 'of those, how many at the same time',
  max_task_packet_tokens: 'tokens of one prompt (4 bytes count as one)',
  max_parent_summary_tokens: 'tokens of the summary of earlier cycles in it',
  max_memory_digest_tokens: 'tokens of the lessons in it',
  max_child_result_words: "words kept of an agent's last answer",
};
