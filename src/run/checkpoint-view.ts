import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { goalDocumentOf, isGoalDocument, taskDocument } from './goal-view.ts';
import type { CheckpointStatus } from './journal.ts';
import { sliceCounters, sliceSeconds } from './slice.ts';
import type { RunState } from './state.ts';

export interface CheckpointFace {
  readonly status: CheckpointStatus;
  readonly stopReason: string | null;
  /** Hash of the action that waits for a person; null keeps what the document has. */
  readonly pendingActionHash: string | null;
}

/** Members that hold what people signed. */
export const RECORD_LISTS = ['decisions', 'overrides'] as const;

export const RUNNING: CheckpointFace = { status: 'running', stopReason: null, pendingActionHash: null };

/** Whole seconds a run was alive, rounded up. */
export function elapsedSeconds(state: RunState): number {
  return Math.ceil(state.elapsedMs / 1000);
}

/**
 * The checkpoint of a state, of the version of `base`: counters and evidence are the run's, human records and identity
 * those of `base`. Pure, so that the bytes to be published are known before they are.
 */
export function checkpointOf(base: ExactObject, state: RunState, face: CheckpointFace): ExactObject {
  const task = taskOf(taskDocument(base), state, face);
  return isGoalDocument(base) ? goalDocumentOf(base, task, state, face) : task;
}

function taskOf(base: ExactObject, state: RunState, face: CheckpointFace): ExactObject {
  const { counters } = state;
  const ofSlice = sliceCounters(state);
  const document = new Map<string, ExactJson>(base);
  const counts: readonly (readonly [string, number])[] = [
    ['cycle', ofSlice.cycle],
    ['tool_calls', ofSlice.toolCalls],
    ['elapsed_seconds', sliceSeconds(state)],
    ['transcript_bytes', counters.transcriptBytes],
    ['same_failure_retries', counters.sameFailureRetries],
    ['no_evidence_cycles', counters.noEvidenceCycles],
    ['active_children', counters.activeChildren],
    ['children_spawned', ofSlice.childrenSpawned],
    ['last_checkpoint_transcript_bytes', counters.lastCheckpointTranscriptBytes],
    ['task_packet_tokens', counters.taskPacketTokens],
    ['parent_summary_tokens', counters.parentSummaryTokens],
    ['memory_digest_tokens', counters.memoryDigestTokens],
    ['child_result_words', counters.childResultWords],
  ];
  for (const [name, value] of counts) document.set(name, BigInt(value));
  document.set('status', face.status);
  document.set('stop_reason', face.stopReason);
  document.set('evidence_refs', [...state.evidenceRefs]);
  document.set('updated_at', state.updatedAt);
  if (face.pendingActionHash !== null && face.pendingActionHash !== base.get('pending_action_hash')) {
    document.set('pending_action_hash', face.pendingActionHash);
    // What people said of another action says nothing of this one; it goes to the archive.
    for (const member of RECORD_LISTS) document.set(member, []);
  }
  return document;
}
