/** The contract's white space. It is not JavaScript's: U+FEFF is none, U+001C-001F and U+0085 are. */
const SPACE = /[\u0009-\u000d\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const OTHER = /[^\u0009-\u000d\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

export function hasWhiteSpace(text: string): boolean {
  return SPACE.test(text);
}

/** Whether nothing but white space is in the text. */
export function isBlank(text: string): boolean {
  return !OTHER.test(text);
}

/** The text without white space at both ends. */
export function stripped(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
