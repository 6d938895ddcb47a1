import { unreachable } from '../base/unreachable.ts';
import { utf8Start } from '../base/utf8.ts';
import type { MarkRecord } from './event.ts';
import { redactText } from './redact.ts';

const MAX_BYTES = 16_384;

/** The record of a mark, fit for a disk: its texts redacted, then cut to 16 KiB. */
export function markRecord(mark: MarkRecord): MarkRecord {
  switch (mark.type) {
    case 'task_start':
      return {
        ...mark,
        taskText: keptText(mark.taskText),
        ...(mark.groupKey !== undefined && { groupKey: redactText(mark.groupKey) }),
        ...(mark.domains !== undefined && { domains: mark.domains.map(redactText) }),
      };
    case 'task_end':
      return { ...mark, finalOutput: keptText(mark.finalOutput), status: keptText(mark.status) };
    case 'feedback':
      return {
        ...mark,
        ...(mark.text !== undefined && { text: keptText(mark.text) }),
        source: redactText(mark.source),
      };
    case 'outcome':
      return { ...mark, source: redactText(mark.source) };
    case 'retrieval':
      return {
        ...mark,
        query: keptText(mark.query),
        chosen: mark.chosen.map(redactText),
        withheld: mark.withheld.map(redactText),
        encoderId: redactText(mark.encoderId),
      };
    case 'injection':
      return {
        ...mark,
        tag: redactText(mark.tag),
        ids: mark.ids.map(redactText),
        contentHash: redactText(mark.contentHash),
      };
    case 'session_start':
    case 'session_end':
      return mark;
    default:
      return unreachable(mark);
  }
}

/** Redacted before it is cut: half a secret has no form to know it by. */
function keptText(text: string): string {
  return utf8Start(redactText(text), MAX_BYTES);
}
