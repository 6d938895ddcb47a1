import { MAX_JSON_DEPTH } from './canonical-json.ts';
import type { ExactJson } from './exact-json.ts';

/** Integers with more digits than this are refused. */
const MAX_INTEGER_DIGITS = 4300;

/** A place in a text: `line` and `column` count from 1, `char` from 0, both in code points. */
interface JsonPosition {
  readonly line: number;
  readonly column: number;
  readonly char: number;
}

/** What is wrong with a JSON text. */
type JsonProblem =
  | { readonly kind: 'syntax'; readonly what: string; readonly at: JsonPosition }
  | { readonly kind: 'duplicate-key'; readonly key: string };

/** `detail` is the whole problem as one text, e.g. `Expecting value: line 1 column 6 (char 5)`. */
export type ExactJsonResult =
  | { readonly kind: 'parsed'; readonly value: ExactJson }
  | { readonly kind: 'refused'; readonly problem: JsonProblem; readonly detail: string };

class SyntaxProblem extends Error {
  readonly index: number;

  constructor(what: string, index: number) {
    super(what);
    this.index = index;
  }
}

class DuplicateKey extends Error {}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const PLAIN_STRING = /[^"\\\u0000-\u001f]*/y;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const WORDS: readonly (readonly [string, null | boolean | number])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
];

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): ExactJson {
    if (this.#text.startsWith('\ufeff')) throw new SyntaxProblem('Unexpected UTF-8 BOM (decode using utf-8-sig)', 0);
    this.#skipSpace();
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw new SyntaxProblem('Extra data', this.#at);
    return value;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return;
      this.#at++;
    }
  }

  #value(depth: number): ExactJson {
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === '{' || first === '[') {
      if (depth >= MAX_JSON_DEPTH) throw new SyntaxProblem(`Nesting deeper than ${MAX_JSON_DEPTH} levels`, this.#at);
      return first === '{' ? this.#object(depth + 1) : this.#array(depth + 1);
    }
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#number();
  }

  #number(): bigint | number {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null) throw new SyntaxProblem('Expecting value', this.#at);
    const [written, fraction, exponent] = match;
    if (fraction === undefined && exponent === undefined) {
      const digits = written.startsWith('-') ? written.length - 1 : written.length;
      if (digits > MAX_INTEGER_DIGITS)
        throw new SyntaxProblem(`Integer of more than ${MAX_INTEGER_DIGITS} digits`, this.#at);
    }
    this.#at += written.length;
    return fraction === undefined && exponent === undefined ? BigInt(written) : Number(written);
  }

  #string(): string {
    const opening = this.#at++;
    let text = '';
    for (;;) {
      PLAIN_STRING.lastIndex = this.#at;
      text += PLAIN_STRING.exec(this.#text)?.[0] ?? '';
      this.#at = PLAIN_STRING.lastIndex;
      const stop = this.#text[this.#at];
      if (stop === undefined) throw new SyntaxProblem('Unterminated string starting at', opening);
      if (stop === '"') {
        this.#at++;
        return text;
      }
      if (stop !== '\\') throw new SyntaxProblem('Invalid control character at', this.#at);
      text += this.#escape(opening);
    }
  }

  #escape(opening: number): string {
    const letter = this.#text[this.#at + 1];
    if (letter === undefined) throw new SyntaxProblem('Unterminated string starting at', opening);
    if (letter !== 'u') {
      const meant = ESCAPES.get(letter);
      if (meant === undefined) throw new SyntaxProblem('Invalid \\escape', this.#at);
      this.#at += 2;
      return meant;
    }
    HEX.lastIndex = this.#at + 2;
    const digits = HEX.exec(this.#text)?.[0];
    // Four digits that end the input are refused as an escape, not as a missing quote.
    if (digits === undefined || HEX.lastIndex >= this.#text.length)
      throw new SyntaxProblem('Invalid \\uXXXX escape', this.#at + 1);
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #array(depth: number): ExactJson[] {
    const items: ExactJson[] = [];
    this.#at++;
    this.#skipSpace();
    if (this.#text[this.#at] !== ']') {
      do items.push(this.#item(depth));
      while (this.#another(']'));
    }
    this.#at++;
    return items;
  }

  #object(depth: number): Map<string, ExactJson> {
    const members = new Map<string, ExactJson>();
    let repeated: string | undefined;
    this.#at++;
    this.#skipSpace();
    if (this.#text[this.#at] !== '}') {
      do {
        const key = this.#key();
        if (repeated === undefined && members.has(key)) repeated = key;
        members.set(key, this.#item(depth));
      } while (this.#another('}'));
    }
    this.#at++;
    // Judged only here, so that an inner object comes before its parent and a syntax error before either.
    if (repeated !== undefined) throw new DuplicateKey(repeated);
    return members;
  }

  #item(depth: number): ExactJson {
    const value = this.#value(depth);
    this.#skipSpace();
    return value;
  }

  #key(): string {
    if (this.#text[this.#at] !== '"')
      throw new SyntaxProblem('Expecting property name enclosed in double quotes', this.#at);
    const key = this.#string();
    this.#skipSpace();
    if (this.#text[this.#at] !== ':') throw new SyntaxProblem("Expecting ':' delimiter", this.#at);
    this.#at++;
    this.#skipSpace();
    return key;
  }

  #another(closing: string): boolean {
    const next = this.#text[this.#at];
    if (next === closing) return false;
    if (next !== ',') throw new SyntaxProblem("Expecting ',' delimiter", this.#at);
    this.#at++;
    this.#skipSpace();
    return true;
  }
}

function positionAt(text: string, index: number): JsonPosition {
  const before = text.slice(0, index);
  const lastLine = before.slice(before.lastIndexOf('\n') + 1);
  return {
    line: before.split('\n').length,
    column: Array.from(lastLine).length + 1,
    char: Array.from(before).length,
  };
}

/**
 * Reads a JSON text (RFC 8259) without losing what it wrote: integers of any size up to 4,300 digits, floats as floats,
 * members in order. A repeated key and nesting deeper than 1,000 levels are refused; `NaN`, `Infinity` and lone surrogate
 * escapes are read, for the field checks to refuse.
 *
 * @example
 * ```ts
 * parseExactJson('{"a":1.0}'); // { kind: 'parsed', value: Map { 'a' => 1 } }: a float, an integer would be 1n
 * ```
 */
export function parseExactJson(text: string): ExactJsonResult {
  try {
    return { kind: 'parsed', value: new Parser(text).document() };
  } catch (error) {
    if (error instanceof DuplicateKey) {
      const key = error.message;
      return { kind: 'refused', problem: { kind: 'duplicate-key', key }, detail: `duplicate JSON key: ${key}` };
    }
    if (!(error instanceof SyntaxProblem)) throw error;
    const at = positionAt(text, error.index);
    const detail = `${error.message}: line ${at.line} column ${at.column} (char ${at.char})`;
    return { kind: 'refused', problem: { kind: 'syntax', what: error.message, at }, detail };
  }
}
