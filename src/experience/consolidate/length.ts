import { isEntryText, shortenEntryText } from '../entry-text.ts';
import { hasAction } from './action-words.ts';
import { dropped, type Passed, type Wish, type WishOutcome } from './wish.ts';

/** Fifth pass: texts that fit, shortened without a model, and that still say what to do. */
export function passLength(wishes: readonly Wish[]): Passed {
  const kept: Wish[] = [];
  const outcomes: WishOutcome[] = [];
  for (const wish of wishes) {
    const { operation } = wish;
    if (!('text' in operation)) {
      kept.push(wish);
      continue;
    }
    const text = fitting(operation.text.trim());
    if (text === operation.text) kept.push(wish);
    else if (text === null) outcomes.push(dropped(wish, 'the text is too long and cannot be shortened'));
    else if (!hasAction(text)) outcomes.push(dropped(wish, 'what is left of the text says nothing to do'));
    else kept.push({ ...wish, operation: { ...operation, text }, change: wish.change ?? 'the text was shortened' });
  }
  return { wishes: kept, outcomes };
}

/** Within the limit of words, then of characters: clause by clause from the end. */
function fitting(text: string): string | null {
  let short = isEntryText(text) ? text : shortenEntryText(text);
  while (!isEntryText(short)) {
    const end = Math.max(short.lastIndexOf(';'), short.lastIndexOf(','));
    if (end <= 0) return null;
    short = short.slice(0, end).trimEnd();
  }
  return short;
}
