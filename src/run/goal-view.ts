import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { refreshTotals, USAGE_NAMES } from '../policy/index.ts';
import type { CheckpointFace } from './checkpoint-view.ts';
import type { GoalFailures } from './goal-failures.ts';
import type { RunState } from './state.ts';

/** Whether a checkpoint is one of a goal. */
export function isGoalDocument(document: ExactObject): boolean {
  return document.get('schema_version') === 2n;
}

/** The task checkpoint in a checkpoint of either version. */
export function taskDocument(document: ExactObject): ExactObject {
  if (!isGoalDocument(document)) return document;
  const task = document.get('task') ?? null;
  return isExactObject(task) ? task : new Map();
}

/** A goal checkpoint around the task of its slice, with what the run knows of the goal, and its totals made anew. */
export function goalDocumentOf(
  base: ExactObject,
  task: ExactObject,
  state: RunState,
  face: CheckpointFace,
): ExactObject {
  const document = new Map<string, ExactJson>([
    ...base,
    ['task', new Map([...task, ...packetSizes(state)])],
    ['usage', usageOf(state)],
    ['next_step', face.status === 'completed' ? '' : nextStep(state)],
    ['action_kind', isReview(state) ? 'review' : state.current?.planned.act === 'explore' ? 'diagnose' : 'execute'],
    ['review_required', isReview(state)],
    ['requires_human', requiresHuman(base, state, face)],
    ...failureMembers(state.goalFailures),
  ]);
  const refreshed = refreshTotals(document);
  // What cannot be added is left for validation to name.
  return refreshed.kind === 'ok' ? refreshed.value : document;
}

/** In a goal the transcript is what the actor is told now, not all that was said: four bytes are one token. */
function packetSizes({ counters }: RunState): readonly (readonly [string, ExactJson])[] {
  const bytes = BigInt(counters.taskPacketTokens) * 4n;
  const last = BigInt(counters.lastCheckpointTranscriptBytes);
  return [
    ['transcript_bytes', bytes],
    ['last_checkpoint_transcript_bytes', last < bytes ? last : bytes],
  ];
}

/** What agents used in the slice, as far as they tell. A playbook uses none. */
function usageOf({ usage }: RunState): ExactObject {
  const { inputTokens, cachedInputTokens, outputTokens, costMicrousd } = usage.slice;
  const values = [inputTokens, cachedInputTokens, outputTokens, costMicrousd];
  return new Map(
    USAGE_NAMES.map((name, index) => {
      const value = values[index] ?? null;
      return [name, value === null ? null : BigInt(value)];
    }),
  );
}

function isReview({ phase }: RunState): boolean {
  return phase === 'gate-review' || phase === 'review' || phase === 'reviewing';
}

/** One line; never empty while something is left to do. */
function nextStep(state: RunState): string {
  const { current, critique } = state;
  if (isReview(state)) return 'have it reviewed';
  if (current !== null)
    return `${current.planned.act === 'explore' ? 'look with' : 'run'} ${current.planned.candidate.id}`;
  return critique === null ? 'look where the goal stands' : 'choose the next act';
}

/** A question stays until it is answered, be it the run's own or one that the checkpoint came with. */
function requiresHuman(base: ExactObject, state: RunState, face: CheckpointFace): boolean {
  if (state.question !== null || face.pendingActionHash !== null) return true;
  const isAnswered = taskDocument(base).get('pending_action_hash') === state.answeredAction;
  return base.get('requires_human') === true && !isAnswered;
}

function failureMembers(failures: GoalFailures | null): readonly (readonly [string, ExactJson])[] {
  if (failures === null) return [];
  const records = failures.records.map(
    (record) =>
      new Map<string, ExactJson>([
        ['identity', record.identity],
        ['input_sha256', record.inputSha256],
        ['error_class', record.errorClass],
        ['attempts', BigInt(record.attempts)],
        ['evidence_ref', record.evidenceRef],
        ['observed_evidence', record.observedEvidence],
      ]),
  );
  return [
    ['failure_history', records],
    ['active_failure', failures.active],
  ];
}
