import { countWords, firstWords } from '../base/words.ts';

const MAX_WORDS = 32;
const MAX_CHARACTERS = 240;
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Whether a text may be that of an entry: 1 to 32 words, at most 240 characters, one line, no control characters. */
export function isEntryText(text: string): boolean {
  const words = countWords(text);
  const characters = Array.from(text.normalize('NFC')).length;
  return words >= 1 && words <= MAX_WORDS && characters <= MAX_CHARACTERS && !CONTROL.test(text);
}

/** A text of at most 32 words: without its last clauses, those after `;` before those after `,`, else cut after word 32. */
export function shortenEntryText(text: string): string {
  let short = text;
  for (const separator of [';', ',']) {
    while (countWords(short) > MAX_WORDS && short.includes(separator)) {
      short = short.slice(0, short.lastIndexOf(separator)).trimEnd();
    }
  }
  return firstWords(short, MAX_WORDS);
}
