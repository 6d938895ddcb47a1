import type { PlainJson } from '../../base/exact-json.ts';

const MAX_DEPTH = 200;
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  a: '\x07',
  v: '\v',
  '0': '\0',
};

/** The value of a Python literal (dicts, lists, tuples, strings, numbers, True, False, None) as JSON data; undefined where a text is none. */
export function parsePythonLiteral(text: string): PlainJson | undefined {
  const reader = new LiteralReader(text);
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

class NoLiteral extends Error {}

class LiteralReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): PlainJson {
    const value = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw new NoLiteral();
    return value;
  }

  #value(depth: number): PlainJson {
    if (depth > MAX_DEPTH) throw new NoLiteral();
    this.#skipBlanks();
    const char = this.#text.charAt(this.#at);
    if (char === '{') return this.#dict(depth);
    if (char === '[') return this.#items(']', depth);
    if (char === '(') return this.#items(')', depth);
    if (/['"]/.test(char) || /^[rubRUB]{1,2}['"]/.test(this.#text.slice(this.#at, this.#at + 3))) return this.#string();
    return this.#word();
  }

  #dict(depth: number): PlainJson {
    const entries: (readonly [string, PlainJson])[] = [];
    this.#at++;
    while (!this.#closes('}')) {
      const key = this.#value(depth + 1);
      if (key !== null && typeof key === 'object') throw new NoLiteral();
      this.#expect(':');
      entries.push([String(key), this.#value(depth + 1)]);
      if (!this.#comma('}')) break;
    }
    return Object.fromEntries(entries);
  }

  #items(end: string, depth: number): PlainJson {
    const items: PlainJson[] = [];
    this.#at++;
    while (!this.#closes(end)) {
      items.push(this.#value(depth + 1));
      if (!this.#comma(end)) break;
    }
    return items;
  }

  #string(): string {
    const prefix = /^[rubRUB]*/.exec(this.#text.slice(this.#at, this.#at + 2))?.[0] ?? '';
    this.#at += prefix.length;
    const isRaw = /r/i.test(prefix);
    const char = this.#text.charAt(this.#at);
    const quote = this.#text.startsWith(char.repeat(3), this.#at) ? char.repeat(3) : char;
    this.#at += quote.length;
    let value = '';
    while (!this.#text.startsWith(quote, this.#at)) {
      if (this.#at >= this.#text.length) throw new NoLiteral();
      const next = this.#text.charAt(this.#at++);
      if (next !== '\\') value += next;
      else value += isRaw ? `\\${this.#text.charAt(this.#at++)}` : this.#escape();
    }
    this.#at += quote.length;
    return value;
  }

  #escape(): string {
    const char = this.#text.charAt(this.#at++);
    if (char === '\n') return '';
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits === undefined) return ESCAPES[char] ?? (/['"\\]/.test(char) ? char : `\\${char}`);
    const code = Number.parseInt(this.#text.slice(this.#at, this.#at + digits), 16);
    if (!(code >= 0 && code <= 0x10ffff)) throw new NoLiteral();
    this.#at += digits;
    return String.fromCodePoint(code);
  }

  #word(): PlainJson {
    const word = /^[A-Za-z0-9_.+-]+/.exec(this.#text.slice(this.#at, this.#at + 400))?.[0] ?? '';
    this.#at += word.length;
    if (word === 'True' || word === 'true') return true;
    if (word === 'False' || word === 'false') return false;
    if (word === 'None' || word === 'null') return null;
    const number = /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(word)
      ? Number(word.replaceAll('_', ''))
      : Number.NaN;
    if (!Number.isFinite(number)) throw new NoLiteral();
    return number;
  }

  #closes(end: string): boolean {
    this.#skipBlanks();
    if (this.#text.charAt(this.#at) !== end) return false;
    this.#at++;
    return true;
  }

  /** Whether more follows; at `end` there is none. */
  #comma(end: string): boolean {
    this.#skipBlanks();
    const char = this.#text.charAt(this.#at++);
    if (char === end) return false;
    if (char !== ',') throw new NoLiteral();
    return true;
  }

  #expect(char: string): void {
    this.#skipBlanks();
    if (this.#text.charAt(this.#at++) !== char) throw new NoLiteral();
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }
}
