import { exactFromPlain, type PlainJson } from '../base/exact-json.ts';
import { actionHash } from '../policy/index.ts';
import type { HumanQuestion } from './journal.ts';

/** The gate of a candidate that may already have run. */
export const RERUN_GATE = 'rerun';

/** A question with the hash of the action that it is about, which an answer must name. Texts are redacted already. */
export function humanQuestion(
  taskId: string,
  asked: { readonly gate: string; readonly question: string; readonly action: PlainJson },
): HumanQuestion {
  const { gate, question, action } = asked;
  const hash = actionHash({ goalId: taskId, gate, action: exactFromPlain(action) });
  return { gate, question, actionHash: hash, reruns: null };
}

/** Whether a candidate may run again although it is not known whether it did its work. */
export function rerunQuestion(taskId: string, candidate: string): HumanQuestion {
  const question = `"${candidate}" may already have run and may not run again unasked. May it?`;
  return { ...humanQuestion(taskId, { gate: RERUN_GATE, question, action: { rerun: candidate } }), reruns: candidate };
}
