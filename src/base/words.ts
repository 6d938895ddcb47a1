const WORD = /[^\p{White_Space}]+/gu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A word of a text and where it ends in it, in UTF-16 units. */
interface Word {
  readonly text: string;
  readonly end: number;
}

/** How many words a text has: tokens between Unicode white space that hold a letter or a digit. The one word counter. */
export function countWords(text: string): number {
  return wordsOf(text.normalize('NFC')).length;
}

/** A text, in NFC, up to the end of its word number `limit`; whole where it has no more. */
export function firstWords(text: string, limit: number): string {
  const normal = text.normalize('NFC');
  const words = wordsOf(normal);
  return words.length <= limit ? normal : normal.slice(0, words[limit - 1]?.end ?? 0);
}

/** A text, in NFC, up to the last word among its first `limit` that ends a sentence; undefined where none does. */
export function firstSentences(text: string, limit: number): string | undefined {
  const normal = text.normalize('NFC');
  const last = wordsOf(normal)
    .slice(0, limit)
    .findLast((word) => /[.!?…。！？]["'”’)\]]*$/u.test(word.text));
  return last === undefined ? undefined : normal.slice(0, last.end);
}

function wordsOf(normal: string): readonly Word[] {
  const tokens = Array.from(normal.matchAll(WORD), (match) => ({ text: match[0], end: match.index + match[0].length }));
  return tokens.filter((token) => LETTER_OR_DIGIT.test(token.text));
}
