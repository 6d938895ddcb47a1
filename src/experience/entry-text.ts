import { countWords, firstWords } from '../base/words.ts';

const MAX_WORDS = 32;
const MAX_CHARACTERS = 240;
const BREAK = /[\n\r\v\f\u0085\u2028\u2029]/;
const CONTROL = /\p{Cc}/u;

/** Whether a text may be that of an entry: 1 to 32 words, at most 240 characters, one line, no control characters. */
export function isEntryText(text: string): boolean {
  return shapeProblem(text) === undefined;
}

/** Why somebody's text may not become that of an entry, as `it has 33 words; at most 32 are taken`; undefined where it may. */
export function entryTextProblem(text: string): string | undefined {
  if (text.includes('\ufffd')) return 'it holds a character that was not written in UTF-8';
  return shapeProblem(text);
}

function shapeProblem(text: string): string | undefined {
  if (BREAK.test(text)) return 'it has more than one line';
  const control = CONTROL.exec(text)?.[0];
  if (control !== undefined) return `it holds the control character ${codePoint(control)}`;
  const words = countWords(text);
  if (words < 1) return 'it has no words';
  if (words > MAX_WORDS) return `it has ${words} words; at most ${MAX_WORDS} are taken`;
  const characters = Array.from(text.normalize('NFC')).length;
  return characters > MAX_CHARACTERS
    ? `it has ${characters} characters; at most ${MAX_CHARACTERS} are taken`
    : undefined;
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
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
