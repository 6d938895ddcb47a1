import type { ExactJson, ExactObject } from '../base/exact-json.ts';

/** A checkpoint v1 document at zero: running, every counter 0, no evidence. `updatedAt` is ISO 8601 with an offset. */
export function createCheckpoint(start: {
  readonly taskId: string;
  readonly parentId: string | null;
  readonly updatedAt: string;
}): ExactObject {
  return new Map<string, ExactJson>([
    ['schema_version', 1n],
    ['task_id', start.taskId],
    ['parent_id', start.parentId],
    ['status', 'running'],
    ['cycle', 0n],
    ['tool_calls', 0n],
    ['elapsed_seconds', 0n],
    ['transcript_bytes', 0n],
    ['last_checkpoint_transcript_bytes', 0n],
    ['same_failure_retries', 0n],
    ['no_evidence_cycles', 0n],
    ['children_spawned', 0n],
    ['active_children', 0n],
    ['task_packet_tokens', 0n],
    ['parent_summary_tokens', 0n],
    ['memory_digest_tokens', 0n],
    ['child_result_words', 0n],
    ['evidence_refs', []],
    ['decisions', []],
    ['overrides', []],
    ['pending_action_hash', null],
    ['stop_reason', null],
    ['updated_at', start.updatedAt],
  ]);
}

/** A copy of a document with some members replaced in their places; members it did not have come last. */
export function withCheckpointFields(
  document: ExactObject,
  changes: { readonly [member: string]: ExactJson },
): ExactObject {
  return new Map([...document, ...Object.entries(changes)]);
}
