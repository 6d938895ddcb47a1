import { countWords, firstSentences, firstWords } from '../base/words.ts';

const MAX_WORDS = 64;

/** A summary of at most 64 words: up to the last sentence that ends inside them, else cut after word 64. */
export function truncateSummary(text: string): string {
  if (countWords(text) <= MAX_WORDS) return text;
  return firstSentences(text, MAX_WORDS) ?? firstWords(text, MAX_WORDS);
}
