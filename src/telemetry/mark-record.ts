import type { MarkRecord } from './event.ts';
import { redactText } from './redact.ts';

const MAX_CHARACTERS = 8192;

/** The record of a mark, fit for a disk: its texts redacted, then cut to 8,192 characters. */
export function markRecord(mark: MarkRecord): MarkRecord {
  switch (mark.type) {
    case 'task_start':
      return { ...mark, taskText: keptText(mark.taskText) };
    case 'task_end':
      return { ...mark, finalOutput: keptText(mark.finalOutput), status: keptText(mark.status) };
    case 'feedback':
      return mark.text === undefined ? mark : { ...mark, text: keptText(mark.text) };
    case 'retrieval':
      return { ...mark, query: keptText(mark.query) };
    default:
      return mark;
  }
}

/** Redacted before it is cut: half a secret has no form to know it by. */
function keptText(text: string): string {
  const redacted = redactText(text);
  if (redacted.length <= MAX_CHARACTERS) return redacted;
  return Array.from(redacted.slice(0, 2 * MAX_CHARACTERS))
    .slice(0, MAX_CHARACTERS)
    .join('');
}
