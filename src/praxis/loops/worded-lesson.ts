import { PraxisError } from '../../base/errors.ts';
import { particularsIn } from '../../experience/consolidate/general-text.ts';
import { correctionQuestion, readCorrection } from '../../learning/extract/model/correction-question.ts';
import { CallsSpent, Inquiry } from '../../learning/extract/model/inquiry.ts';
import type { Lesson } from '../../loops/correct/correction-entry.ts';
import type { SqliteLibrary } from '../../store/sqlite/run-store.ts';
import { inquiryParts } from '../model-extraction.ts';
import type { CorrectedTask } from './corrected-task.ts';

/** A lesson that a language model worded, where one is configured; else the lesson as it is. No model that cannot be asked makes it fail: the feedback is kept already. */
export async function wordedLesson(
  store: SqliteLibrary,
  task: CorrectedTask,
  correction: string,
  plain: Extract<Lesson, { readonly kind: 'instance' }>,
  eventId: string,
): Promise<Lesson> {
  try {
    const parts = inquiryParts(store, new AbortController().signal);
    if (parts === null) return plain;
    const inquiry = new Inquiry({ ...parts, job: `correct:${eventId}` });
    const question = correctionQuestion({ task: task.text, output: await outputOf(store, task), correction });
    const asked = await inquiry.ask(question, readCorrection);
    if (asked.kind === 'unusable') return { kind: 'instance', reason: `the model's answer: ${asked.reason}` };
    const { text, type, domain, generalises } = asked.value;
    if (!generalises) return { kind: 'instance', reason: 'the model takes it for one about this task alone' };
    const particulars = particularsIn(text);
    if (particulars !== null) return { kind: 'instance', reason: `the model's text is not general: ${particulars}` };
    return { kind: 'lesson', text, type, domain: domain ?? task.domain, rule: null };
  } catch (error) {
    if (!(error instanceof PraxisError) && !(error instanceof CallsSpent)) throw error;
    return { kind: 'instance', reason: error.message };
  }
}

/** What the agent delivered at the end of the task. */
async function outputOf(store: SqliteLibrary, { part, taskId }: CorrectedTask): Promise<string> {
  const records = await store.records(part.id);
  const end = records.findLast((record) => record.type === 'task_end' && record.taskId === taskId);
  return end?.type === 'task_end' ? end.finalOutput : '';
}
