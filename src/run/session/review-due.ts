import type { Critique } from '../critique.ts';
import { humanQuestion } from '../human-question.ts';
import type { HumanQuestion } from '../journal.ts';
import { critiqueWithReview } from '../review/standing.ts';
import { type Session, stateOf } from './session.ts';

const REVIEW_GATE = 'review';

/**
 * Whether a state of the project whose criteria hold is still to be reviewed. Not where the task names no reviewer, where a
 * person has answered for this very state, or where its review failed already: that one stands, as `critique` then says.
 */
export function reviewDue(
  session: Session,
  critique: Critique,
  tree: string,
): { readonly isDue: boolean; readonly critique: Critique } {
  const { task } = session;
  const { review, answeredAction } = stateOf(session);
  if (task.reviewer === null || !critique.isSatisfied) return { isDue: false, critique };
  if (reviewQuestion(session, tree, '').actionHash === answeredAction) return { isDue: false, critique };
  if (review.failed?.tree !== tree) return { isDue: true, critique };
  const failed = critiqueWithReview(critique, review.failed);
  session.critiqueText = failed.text;
  return { isDue: false, critique: failed };
}

/** What a person is asked where a reviewer cannot tell: about this very state of the scope. */
export function reviewQuestion(session: Session, tree: string, text: string): HumanQuestion {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.includes('"verdict"'));
  const question = lines.at(-1)?.trim().slice(0, 500) ?? 'The reviewer cannot tell whether the goal is reached. Is it?';
  return humanQuestion(session.task.id, { gate: REVIEW_GATE, question, action: { review: tree } });
}
