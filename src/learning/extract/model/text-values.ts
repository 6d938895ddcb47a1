import { hasAction } from '../../../experience/consolidate/action-words.ts';
import { isEntryText } from '../../../experience/entry-text.ts';

/** Numbers, names with digits, and quotations of a text: what may hold for one attempt alone. */
export function valuesIn(text: string): readonly string[] {
  return text.match(/"[^"]{2,}"|(?<![\p{L}\p{N}])[\p{L}_.-]*\d[\p{L}\p{N}_.:-]*/gu) ?? [];
}

/** Whether a new wording may stand for texts that were looked at: it fits, says what to do, and names nothing that none of them names. */
export function isRewording(text: string, of: readonly string[]): boolean {
  return isEntryText(text) && hasAction(text) && valuesIn(text).every((value) => of.some((one) => one.includes(value)));
}
