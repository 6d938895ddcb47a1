import { isDigit, isIdentifierPart } from './characters.ts';

export interface BadLiteral {
  readonly kind: 'bad';
  readonly end: number;
  readonly message: string;
}

interface BadEscape {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly instead: string;
}

export type ScannedNumber = { readonly kind: 'number'; readonly end: number; readonly value: number } | BadLiteral;

export type ScannedString =
  | {
      readonly kind: 'string';
      readonly end: number;
      readonly value: string;
      readonly badEscapes: readonly BadEscape[];
    }
  | BadLiteral;

/** Reads the number that begins with the digit at `start`. */
export function scanNumber(text: string, start: number): ScannedNumber {
  let end = start + 1;
  const marker = text.charCodeAt(end) | 32;
  if (text.charCodeAt(start) === 48 && marker === 120) return scanHex(text, start);
  while (isDigit(text.charCodeAt(end))) end += 1;
  if (text.charCodeAt(end) === 46 && isDigit(text.charCodeAt(end + 1))) {
    end += 2;
    while (isDigit(text.charCodeAt(end))) end += 1;
  }
  if ((text.charCodeAt(end) | 32) === 101) {
    end += 1;
    const sign = text.charCodeAt(end);
    if (sign === 43 || sign === 45) end += 1;
    if (!isDigit(text.charCodeAt(end))) {
      return { kind: 'bad', end: wordEnd(text, end), message: 'The exponent of this number has no digits.' };
    }
    while (isDigit(text.charCodeAt(end))) end += 1;
  }
  return finite(Number(text.slice(start, end)), end);
}

function scanHex(text: string, start: number): ScannedNumber {
  let end = start + 2;
  while (isHexDigit(text.charCodeAt(end))) end += 1;
  if (end === start + 2) {
    return { kind: 'bad', end: wordEnd(text, end), message: 'Behind `0x` there has to be at least one hex digit.' };
  }
  return finite(Number(text.slice(start, end)), end);
}

function finite(value: number, end: number): ScannedNumber {
  if (Number.isFinite(value)) return { kind: 'number', end, value };
  return { kind: 'bad', end, message: 'This number is too large: the greatest is about 1.8e308.' };
}

function wordEnd(text: string, from: number): number {
  let end = from;
  while (isIdentifierPart(text.charCodeAt(end))) end += 1;
  return end;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102);
}

/** Reads the string that begins with the quote at `start`; it has to end on its line. */
export function scanString(text: string, start: number): ScannedString {
  const quote = text.charCodeAt(start);
  let at = start + 1;
  let from = at;
  let value = '';
  const badEscapes: BadEscape[] = [];
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) break;
    if (code === 10 || at >= text.length) {
      const end = at > start && text.charCodeAt(at - 1) === 13 ? at - 1 : at;
      return {
        kind: 'bad',
        end,
        message: 'This string has no end on its line; close it, and write `\\n` for a line break.',
      };
    }
    if (code !== 92) {
      at += 1;
      continue;
    }
    value += text.slice(from, at);
    const scanned = scanEscape(text, at);
    if (typeof scanned.value === 'string') value += scanned.value;
    else {
      badEscapes.push(scanned.value);
      value += text.slice(at, scanned.end);
    }
    at = scanned.end;
    from = at;
  }
  const tail = text.slice(from, at);
  return { kind: 'string', end: at + 1, value: value === '' ? tail : value + tail, badEscapes };
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['0', '\0'],
]);

/** Reads the escape whose backslash stands at `start`. */
function scanEscape(text: string, start: number): { readonly end: number; readonly value: string | BadEscape } {
  const letter = text.charAt(start + 1);
  const simple = SIMPLE_ESCAPES.get(letter);
  if (simple !== undefined) return { end: start + 2, value: simple };
  if (letter === 'u') return scanUnicodeEscape(text, start);
  // A line feed stays outside, so that the string is found unterminated there.
  const end =
    letter === '\n' || letter === ''
      ? start + 1
      : start + 1 + String.fromCodePoint(text.codePointAt(start + 1) ?? 0).length;
  const isByte = letter === 'x' && isHexDigit(text.charCodeAt(start + 2)) && isHexDigit(text.charCodeAt(start + 3));
  const written = text.slice(start, end);
  const message = `There is no escape \`${written}\`; known are \\n \\r \\t \\\\ \\' \\" \\0 \\uXXXX \\u{X}.`;
  if (!isByte) return { end, value: { start, end, message, instead: `\\${written}` } };
  const instead = `\\u00${text.slice(start + 2, start + 4)}`;
  return { end: start + 4, value: { start, end: start + 4, message, instead } };
}

function scanUnicodeEscape(text: string, start: number): { readonly end: number; readonly value: string | BadEscape } {
  const isBraced = text.charAt(start + 2) === '{';
  const from = isBraced ? start + 3 : start + 2;
  let to = from;
  while (isHexDigit(text.charCodeAt(to)) && (isBraced || to < from + 4)) to += 1;
  const end = isBraced && text.charAt(to) === '}' ? to + 1 : to;
  const isClosed = isBraced ? end > to && to > from : to === from + 4;
  const code = to > from ? Number.parseInt(text.slice(from, to), 16) : 0;
  if (isClosed && code <= 0xffff) return { end, value: String.fromCharCode(code) };
  if (isClosed && code <= 0x10ffff) return { end, value: String.fromCodePoint(code) };
  const message = isClosed
    ? 'There is no character with this number; the last one is \\u{10FFFF}.'
    : 'Behind `\\u` there have to be four hex digits, or hex digits in braces.';
  return { end, value: { start, end, message, instead: `\\${text.slice(start, end)}` } };
}

export interface ScannedTemplate {
  readonly end: number;
  readonly isClosed: boolean;
  /** The call that says the same, where that is simple. */
  readonly concat: string | null;
}

/** Finds the end of a template literal of JavaScript; one that is not closed, or may not be, ends with its line. */
export function scanTemplate(text: string, start: number, mayClose: boolean): ScannedTemplate {
  let at = mayClose ? start + 1 : text.length;
  while (at < text.length && text.charAt(at) !== '`') at += text.charAt(at) === '\\' ? 2 : 1;
  if (at < text.length) return { end: at + 1, isClosed: true, concat: asConcat(text.slice(start + 1, at)) };
  const lineEnd = text.indexOf('\n', start);
  return { end: lineEnd < 0 ? text.length : lineEnd, isClosed: false, concat: null };
}

function asConcat(inner: string): string | null {
  const parts = inner.split(/\$\{([^{}`]*)\}/);
  const args = parts.map((part, index) => (index % 2 === 1 ? part.trim() : part === '' ? '' : JSON.stringify(part)));
  const named = args.filter((arg) => arg !== '');
  // A brace or a `${` that is left over belongs to a template inside another.
  const isNested = parts.some((part, index) => index % 2 === 0 && /\$\{|^[^{]*\}/.test(part));
  if (inner.includes('\\') || isNested) return null;
  if (named.length === 0) return '""';
  return parts.length === 1 ? (named[0] ?? null) : `concat(${named.join(', ')})`;
}
