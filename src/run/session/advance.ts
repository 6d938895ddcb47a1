import { printedText } from '../../base/canonical-json.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { advance, type Decision, type GoalDecision, validateGoalCheckpoint } from '../../policy/index.ts';
import type { AdvancedEvent } from '../journal.ts';
import { nextSlice } from '../slice.ts';
import { commitAndPublish } from './publish.ts';
import { renewBudgets } from './renew-budgets.ts';
import { type Session, stateOf } from './session.ts';

/** Whether a policy ended the slice alone, so that the next one may begin without a person. */
export function isSliceEnd(decision: Decision | GoalDecision): boolean {
  return decision.decision === 'checkpoint' && 'autoContinue' in decision && decision.autoContinue;
}

export type NextSlice =
  | { readonly kind: 'advanced'; readonly document: ExactObject; readonly sliceId: number; readonly requestId: string }
  /** Why the slice cannot end although the policy allows it. */
  | { readonly kind: 'refused'; readonly message: string };

/** The checkpoint that an eligible one leads to. The id of the request is the same however often it is made. */
export function nextCheckpoint(session: Session, document: ExactObject): NextSlice {
  const { policy, deps, task } = session;
  const read = validateGoalCheckpoint(document);
  if (read.kind === 'refused' || policy.goal === null)
    return { kind: 'refused', message: read.kind === 'refused' ? read.message : 'the policy is not one of goals' };
  const { sliceId } = read.checkpoint;
  const requestId = `${task.id}:${sliceId}`;
  const result = advance(read.checkpoint, policy.goal, requestId, deps.humanKeys);
  if (result.kind === 'refused') return { kind: 'refused', message: result.message };
  return { kind: 'advanced', document: result.checkpoint.document, sliceId: Number(sliceId), requestId };
}

/** Ends the slice and begins the next one: in the journal, then in the checkpoint. `elapsedMs`: as the ended slice was charged. */
export async function beginSlice(
  session: Session,
  made: Extract<NextSlice, { kind: 'advanced' }>,
  elapsedMs: number,
): Promise<void> {
  const { recorder, deps } = session;
  const { document, sliceId, requestId } = made;
  const text = printedText(document);
  const checkpointSha256 = sha256Hex(text);
  recorder.keep(checkpointSha256, text);
  const start = nextSlice({ ...stateOf(session), elapsedMs });
  const state = { ...stateOf(session), slice: start };
  const event: AdvancedEvent = {
    kind: 'advanced',
    sliceId,
    requestId,
    start,
    ...renewBudgets(session, { ...state, slice: { ...start, number: start.number - 1 } }, document),
    checkpointSha256,
  };
  await commitAndPublish(session, { entry: recorder.stamp(event), document });
  session.base = document;
  deps.onProgress({ kind: 'note', text: `slice ${sliceId} of the goal is used up; slice ${sliceId + 1} begins` });
}
