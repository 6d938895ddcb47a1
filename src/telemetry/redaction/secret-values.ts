import { ALPHANUMERIC, DIGITS, isOf, LOWER, UPPER } from './characters.ts';

/** What follows `password:` and the like in prose, in types and in templates. */
const PLAIN_WORDS = [
  ...['true', 'false', 'null', 'none', 'nil', 'undefined', 'required', 'missing', 'invalid', 'expired', 'incorrect'],
  ...['wrong', 'empty', 'unset', 'not', 'is', 'are', 'was', 'must', 'should', 'cannot', 'can', 'has', 'have', 'does'],
  ...['too', 'no', 'yes', 'ok', 'the', 'a', 'an', 'your', 'for', 'from', 'with', 'and', 'or', 'to', 'in', 'of'],
  ...['string', 'str', 'text', 'bool', 'boolean', 'number', 'int', 'any', 'unknown', 'optional', 'hidden', 'prompt'],
  ...['changed', 'reset', 'updated', 'set', 'failed', 'passed', 'failure', 'error', 'mismatch', 'minimum', 'please'],
  ...['enter', 'confirm', 'field', 'input', 'password', 'passwords', 'token', 'secret', 'redacted', 'bearer', 'basic'],
  ...['oauth', 'default', 'example', 'file', 'path', 'env', 'length', 'verification', 'authentication', 'passwd'],
].join('|');

/** Values that only say that there is a secret, or where. */
export const PLAIN_VALUE = new RegExp(
  `^(?:(?:${PLAIN_WORDS})[.,:!?]?|\\.\\.\\.|…|\\*+|[x•·_-]{3,}|<[^>]*>?|\\$(?:\\{?[A-Za-z_]\\w*\\}?|\\(.*|\\{.*)?|%[A-Z_]+%?|%[sdr]|` +
    '\\{\\{?.*|0x[0-9a-f]{1,8}|\\[redacted\\].*|\\[email\\].*|\\[.*|process\\.env.*|os\\.environ.*|os\\.getenv.*|env\\..*|import\\.meta.*)$',
  'i',
);

const SMALL_WORDS =
  /(?:^|\s)(?:the|your|is|are|must|be|to|not|least|please|for|and|or|an?|of|has|have|been|was|with|enter|in|by|this|that)(?=\s|$)/gi;

/** Whether a quoted value is a sentence about a secret. */
export function isProse(value: string): boolean {
  return value.includes(' ') && (value.match(SMALL_WORDS)?.length ?? 0) >= 2;
}

const LEAST = 16;

/**
 * Whether a value looks like a key: long, without spaces, of letters and digits that no word or path is made of.
 */
export function isOpaque(value: string): boolean {
  if (value.length < LEAST || /\s|:\/\/|^[./~]|\.(?:[a-z]{1,5}|json)$/i.test(value)) return false;
  let digits = 0;
  let lower = 0;
  let upper = 0;
  let others = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (isOf(DIGITS, code)) digits++;
    else if (isOf(LOWER, code)) lower++;
    else if (isOf(UPPER, code)) upper++;
    else others++;
  }
  if (others > value.length / 4) return false;
  if (digits === 0) return value.length >= 24 && upper > 2 && lower > 2 && (others === 0 || isMixed(upper, lower));
  return digits + upper + lower > 12 && (digits >= 2 || (value.length >= 24 && isMixed(upper, lower)));
}

/** Whether the cases of letters are mixed as chance mixes them: names in programs have fewer capitals. */
export function isMixedCase(value: string): boolean {
  let upper = 0;
  let lower = 0;
  for (let i = 0; i < value.length; i++) {
    if (isOf(UPPER, value.charCodeAt(i))) upper++;
    else if (isOf(LOWER, value.charCodeAt(i))) lower++;
  }
  return isMixed(upper, lower);
}

function isMixed(upper: number, lower: number): boolean {
  return upper > 0 && Math.min(upper, lower) * 4 >= upper + lower;
}

/** Whether a value is made of words: of letters alone, perhaps with single signs between them. */
export function isWords(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (isOf(DIGITS, code) || (!isOf(ALPHANUMERIC, code) && !' .,_-/:'.includes(value.charAt(i)))) return false;
  }
  return true;
}
