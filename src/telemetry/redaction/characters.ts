/** Sets of ASCII characters as bits, so that a set is a number and a look-up tells of all sets at once. */
const SIGNS = '_-.+/=~%';
const FIRST_SIGN = 32;

export const DIGITS = 1;
const HEX_LOWER = 2;
const HEX_UPPER = 4;
const OTHER_LOWER = 8;
const OTHER_UPPER = 16;

export const LOWER = HEX_LOWER | OTHER_LOWER;
export const UPPER = HEX_UPPER | OTHER_UPPER;
export const LETTERS = LOWER | UPPER;
export const ALPHANUMERIC = DIGITS | LETTERS;
export const HEX = DIGITS | HEX_LOWER | HEX_UPPER;
export const WORD = ALPHANUMERIC | signs('_');
export const WORD_DASH = WORD | signs('-');
export const BASE64 = ALPHANUMERIC | signs('+/=');
/** What base64 of either alphabet is made of, without padding. */
export const BASE64_RUN = ALPHANUMERIC | signs('+/_-');

/** The set of signs that a text holds; all of `_-.+/=~%` are known. */
export function signs(text: string): number {
  return [...text].reduce((set, sign) => set | (FIRST_SIGN << SIGNS.indexOf(sign)), 0);
}

const SET_OF = Uint16Array.from({ length: 128 }, (_, code) => setOf(String.fromCharCode(code)));

function setOf(char: string): number {
  if (/\d/.test(char)) return DIGITS;
  if (/[a-f]/.test(char)) return HEX_LOWER;
  if (/[A-F]/.test(char)) return HEX_UPPER;
  if (/[a-z]/.test(char)) return OTHER_LOWER;
  if (/[A-Z]/.test(char)) return OTHER_UPPER;
  return SIGNS.includes(char) ? FIRST_SIGN << SIGNS.indexOf(char) : 0;
}

/** Whether a character code belongs to a set. NaN, as read beyond a text, belongs to none. */
export function isOf(set: number, code: number): boolean {
  return code < 128 && ((SET_OF[code] as number) & set) !== 0;
}

/** A text that is searched, with what was learnt about it on the way. */
export class SearchedText {
  readonly text: string;
  /** The text stood among bytes: what stands next to a secret may be a letter by chance. */
  readonly isAmongBytes: boolean;
  /** Where the user and password of the last URL that has them end: the `@` there is of no mail address. */
  userInfoEnd = -1;
  /** The runs that were read last: set, start and end of each. */
  readonly #runs: number[] = [];
  readonly #nexts: { readonly needle: string; from: number; at: number }[] = [];

  constructor(text: string, isAmongBytes = false) {
    this.text = text;
    this.isAmongBytes = isAmongBytes;
  }

  /** End of the run of characters of a set that begins at `at`. A run is read once, however often it is asked for. */
  runEnd(set: number, at: number): number {
    const runs = this.#runs;
    let known = 0;
    while (known < runs.length && runs[known] !== set) known += 3;
    const knownEnd = runs[known + 2] ?? -1;
    if (at < knownEnd && at >= (runs[known + 1] ?? 0)) return knownEnd;
    const { text } = this;
    let end = at;
    while (isOf(set, text.charCodeAt(end))) end++;
    runs[known] = set;
    runs[known + 1] = at;
    runs[known + 2] = end;
    return end;
  }

  /** Start of the run of characters of a set that ends at `at`, read back by at most `most` characters. */
  runStart(set: number, at: number, most: number): number {
    let start = at;
    while (start > 0 && at - start < most && isOf(set, this.text.charCodeAt(start - 1))) start--;
    return start;
  }

  /** Where `needle` stands next, from `from` on; the length of the text where it does not. Looked for once. */
  next(needle: string, from: number): number {
    const known = this.#nexts.find((next) => next.needle === needle);
    if (known !== undefined && known.from <= from && from <= known.at) return known.at;
    const found = this.text.indexOf(needle, from);
    const at = found === -1 ? this.text.length : found;
    if (known === undefined) this.#nexts.push({ needle, from, at });
    else Object.assign(known, { from, at });
    return at;
  }

  /** Whether a word may begin at `at`: after no letter, digit or `_`, or after a colour code. */
  isWordStart(at: number): boolean {
    if (this.isAmongBytes || at === 0 || !isOf(WORD, this.text.charCodeAt(at - 1))) return true;
    return this.text.charAt(at - 1) === 'm' && COLOUR_END.test(this.text.slice(Math.max(0, at - 16), at));
  }

  /** Whether no letter or digit goes on at `at` with what ends there. */
  isWordEnd(at: number): boolean {
    return this.isAmongBytes || !isOf(ALPHANUMERIC, this.text.charCodeAt(at));
  }
}

const COLOUR_END = /\x1b\[[\d;]{0,12}m$/;
