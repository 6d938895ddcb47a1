import { isStopWord, stemOf } from '../text-stems.ts';

const NAMES =
  /`([^`\n]+)`|(?<![\p{L}\p{N}_-])(--?[\p{L}][\p{L}\p{N}_-]*)|(?<![\p{L}\p{N}_])([\p{L}\p{N}]+(?:[_./:][\p{L}\p{N}_]+)+)/gu;
const CONDITION =
  /(?<![\p{L}\p{N}_-])(?:when|if|unless|while|whenever|once|where|until|before|after|for|in|on|during|except)(?![\p{L}\p{N}_-])([^,;.!?]*)/giu;
const WORDS = /[\p{L}][\p{L}_'-]*/gu;

/** Whether a text names a tool, a parameter or a condition that another one does not. Counts are no information. */
export function addsInformation(text: string, known: string): boolean {
  const names = new Set(namesIn(known));
  if (namesIn(text).some((name) => !names.has(name) && !known.toLowerCase().includes(name))) return true;
  const stems = new Set(stemsIn(known));
  return Array.from(text.matchAll(CONDITION), ([, words = '']) => stemsIn(words)).some((condition) =>
    condition.some((stem) => !stems.has(stem)),
  );
}

function namesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(NAMES), ([, quoted, flag, path]) =>
    (quoted ?? flag ?? path ?? '').toLowerCase(),
  ).filter((name) => /\p{L}/u.test(name));
}

function stemsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(WORDS) ?? []).filter((word) => !isStopWord(word)).map(stemOf);
}
