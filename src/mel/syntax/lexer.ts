import type { Diagnostic } from '../diagnostic.ts';
import { isDigit, isIdentifierPart, isIdentifierStart, isLetterLike } from './characters.ts';
import { kindOfWord } from './keywords.ts';
import { type BadLiteral, scanNumber, scanString, scanTemplate } from './literals.ts';
import { MAX_COLLECTED, problem, replacing, shown } from './problem.ts';
import { LineTable } from './source-text.ts';
import { isKeyword, T, type Tokens } from './token.ts';
import { isOddBlank, isUnknown, unknownMessage } from './unknown-characters.ts';

/** Splits a source into tokens, in one pass. What is no token is reported and stands there as kind `bad`. */
export function lex(text: string): Tokens {
  return new Lexer(text).run();
}

/** Kinds of the characters that are a token in themselves, by code. */
const SINGLE = new Uint8Array(128);
for (const [character, kind] of [
  ['(', T.openParen],
  [')', T.closeParen],
  ['{', T.openBrace],
  ['}', T.closeBrace],
  ['[', T.openBracket],
  [']', T.closeBracket],
  [',', T.comma],
  [';', T.semicolon],
  [':', T.colon],
  ['@', T.at],
  ['+', T.plus],
  ['-', T.minus],
  ['*', T.star],
  ['/', T.slash],
  ['%', T.percent],
] as const) {
  SINGLE[character.charCodeAt(0)] = kind;
}

const LF = 10;
/** Editors may put it before a text; anywhere else it is no blank. */
const BYTE_ORDER_MARK = 0xfeff;
const DOLLAR_ROOTS: ReadonlySet<string> = new Set(['runtime', 'context', 'input', 'system', 'meta']);

class Lexer {
  readonly #text: string;
  readonly #lineStarts: number[] = [0];
  readonly #values: (string | number)[] = [];
  readonly #diagnostics: Diagnostic[] = [];
  #kinds: Uint8Array<ArrayBuffer>;
  #starts: Int32Array<ArrayBuffer>;
  #ends: Int32Array<ArrayBuffer>;
  #lineOf: Int32Array<ArrayBuffer>;
  #count = 0;
  #endsInComment = false;
  /** False once one had no end: looking for it again at every further one would take forever. */
  #mayCloseTemplates = true;

  constructor(text: string) {
    this.#text = text;
    const capacity = (text.length >> 2) + 16;
    this.#kinds = new Uint8Array(capacity);
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
    this.#lineOf = new Int32Array(capacity);
  }

  run(): Tokens {
    const text = this.#text;
    const length = text.length;
    let at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    while (at < length) {
      const code = text.charCodeAt(at);
      if (code === 32 || code === 9 || code === 13) at += 1;
      else if (code === LF) {
        at += 1;
        this.#lineStarts.push(at);
      } else if (isIdentifierStart(code)) at = this.#word(at);
      else if (isDigit(code)) at = this.#number(at);
      else if (code === 47 && (text.charCodeAt(at + 1) === 47 || text.charCodeAt(at + 1) === 42)) {
        at = this.#comment(at);
      } else if (code < 128 && SINGLE[code] !== 0) {
        this.#push(SINGLE[code] ?? T.bad, at, at + 1, '');
        at += 1;
      } else at = this.#other(at, code);
    }
    this.#push(T.end, length, length, '');
    return {
      text,
      lines: new LineTable(this.#lineStarts),
      count: this.#count,
      kinds: this.#kinds,
      starts: this.#starts,
      ends: this.#ends,
      lineOf: this.#lineOf,
      values: this.#values,
      diagnostics: this.#diagnostics,
      endsInComment: this.#endsInComment,
    };
  }

  /** Whether the latest keyword says that a type is declared here. */
  #isInType(): boolean {
    let at = this.#count - 1;
    while (at > 0 && at > this.#count - 40 && !isKeyword(this.#kinds[at] ?? T.end)) at -= 1;
    return this.#kinds[at] === T.type;
  }

  #push(kind: number, start: number, end: number, value: string | number): void {
    if (this.#count === this.#kinds.length) this.#grow();
    this.#kinds[this.#count] = kind;
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    this.#lineOf[this.#count] = this.#lineStarts.length;
    this.#values.push(value);
    this.#count += 1;
  }

  #grow(): void {
    const capacity = this.#kinds.length * 2;
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    this.#starts = widened(this.#starts, capacity);
    this.#ends = widened(this.#ends, capacity);
    this.#lineOf = widened(this.#lineOf, capacity);
  }

  #word(start: number): number {
    const text = this.#text;
    let end = start + 1;
    while (isIdentifierPart(text.charCodeAt(end))) end += 1;
    const next = text.charCodeAt(end);
    if (next === 36 || next > 127) return this.#oddWord(start);
    const word = text.slice(start, end);
    if (text.charCodeAt(start) === 95 && word.startsWith('__sys__')) {
      this.#report(
        'E004',
        `\`${shown(word)}\` begins with \`__sys__\`, which belongs to the machine; choose another name.`,
        start,
        end,
      );
      this.#push(T.badName, start, end, word);
    } else this.#push(kindOfWord(word), start, end, word);
    return end;
  }

  /** A word that may hold `$` or letters beyond ASCII: one token, reported at what is wrong with it. */
  #oddWord(start: number): number {
    const text = this.#text;
    let end = start;
    let offending = -1;
    let holdsDollar = false;
    while (end < text.length) {
      const code = text.codePointAt(end) ?? 0;
      const width = code > 0xffff ? 2 : 1;
      if (code === 36) holdsDollar = true;
      else if (code > 127 && isLetterLike(code)) offending = offending < 0 ? end : offending;
      else if (!isIdentifierPart(code)) break;
      end += width;
    }
    const word = text.slice(start, end);
    if (offending >= 0) {
      const character = String.fromCodePoint(text.codePointAt(offending) ?? 0);
      this.#report(
        'MEL_LEXER',
        `\`${character}\` may not stand in a name; names are made of A-Z, a-z, 0-9 and _.`,
        offending,
        offending + character.length,
      );
    } else if (holdsDollar) {
      this.#report('E004', `\`${shown(word)}\` holds a \`$\`, which no name may.`, start, end);
    } else if (end > start) {
      const kind = kindOfWord(word);
      if (word.startsWith('__sys__')) {
        this.#report(
          'E004',
          `\`${shown(word)}\` begins with \`__sys__\`, which belongs to the machine; choose another name.`,
          start,
          end,
        );
      }
      this.#push(word.startsWith('__sys__') ? T.badName : kind, start, end, word);
      return end;
    }
    this.#push(T.badName, start, end, word);
    return end;
  }

  #number(start: number): number {
    const scanned = scanNumber(this.#text, start);
    if (scanned.kind === 'bad') return this.#badLiteral(start, scanned);
    this.#push(T.number, start, scanned.end, scanned.value);
    return scanned.end;
  }

  #string(start: number): number {
    const scanned = scanString(this.#text, start);
    if (scanned.kind === 'bad') return this.#badLiteral(start, scanned);
    for (const bad of scanned.badEscapes) {
      const fixes = [replacing(`Write \`${bad.instead}\``, this.#span(bad.start, bad.end), bad.instead)];
      this.#report('MEL_LEXER', bad.message, bad.start, bad.end, fixes);
    }
    this.#push(T.string, start, scanned.end, scanned.value);
    return scanned.end;
  }

  #template(start: number): number {
    const { end, concat, isClosed } = scanTemplate(this.#text, start, this.#mayCloseTemplates);
    this.#mayCloseTemplates &&= isClosed;
    this.#push(T.bad, start, end, '');
    this.#countLines(start, end);
    const fixes = concat === null ? [] : [replacing('Use concat', this.#span(start, end), concat)];
    this.#report('MEL_LEXER', 'There are no template literals; join the parts with `concat(a, b)`.', start, end, fixes);
    return end;
  }

  #badLiteral(start: number, bad: BadLiteral): number {
    this.#report('MEL_LEXER', bad.message, start, bad.end);
    this.#push(T.bad, start, bad.end, '');
    return bad.end;
  }

  #countLines(start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      if (this.#text.charCodeAt(at) === LF) this.#lineStarts.push(at + 1);
    }
  }

  #comment(start: number): number {
    const text = this.#text;
    if (text.charCodeAt(start + 1) === 47) {
      const end = text.indexOf('\n', start);
      return end < 0 ? text.length : end;
    }
    const close = text.indexOf('*/', start + 2);
    const end = close < 0 ? text.length : close + 2;
    this.#countLines(start, end);
    if (close < 0) {
      this.#endsInComment = true;
      this.#report('MEL_LEXER', 'This comment has no end; close it with `*/`.', start, start + 2);
    }
    return end;
  }

  /** Operators of several characters, strings, dollar names and what is no token at all. */
  #other(at: number, code: number): number {
    const text = this.#text;
    const next = text.charCodeAt(at + 1);
    switch (code) {
      case 34:
      case 39:
        return this.#string(at);
      case 96:
        return this.#template(at);
      case 36:
        return this.#dollar(at);
      case 33:
        if (next !== 61) return this.#take(T.bang, at, 1);
        return text.charCodeAt(at + 2) === 61 ? this.#take(T.strictNotEqual, at, 3) : this.#take(T.notEqual, at, 2);
      case 61:
        if (next === 62) return this.#take(T.arrow, at, 2);
        if (next !== 61) return this.#take(T.equal, at, 1);
        return text.charCodeAt(at + 2) === 61 ? this.#take(T.strictEqual, at, 3) : this.#take(T.equalEqual, at, 2);
      case 60:
        return next === 61 ? this.#take(T.lessEqual, at, 2) : this.#take(T.less, at, 1);
      case 62:
        return next === 61 ? this.#take(T.greaterEqual, at, 2) : this.#take(T.greater, at, 1);
      case 38:
        if (next === 38) return this.#take(T.andAnd, at, 2);
        if (this.#isInType())
          this.#report('MEL_LEXER', 'There is no `&`; write all fields in one object type.', at, at + 1);
        else
          this.#report('MEL_LEXER', 'There is no `&`; the logical operator is `&&`.', at, at + 1, [
            replacing('Write `&&`', this.#span(at, at + 1), '&&'),
          ]);
        return this.#take(T.andAnd, at, 1);
      case 124:
        return next === 124 ? this.#take(T.orOr, at, 2) : this.#take(T.pipe, at, 1);
      case 63:
        if (next === 63) return this.#take(T.questionQuestion, at, 2);
        return next === 46 ? this.#take(T.questionDot, at, 2) : this.#take(T.question, at, 1);
      case 46:
        if (next === 46 && text.charCodeAt(at + 2) === 46) return this.#take(T.spread, at, 3);
        return this.#take(T.dot, at, 1);
      default:
        return this.#unknown(at);
    }
  }

  #take(kind: number, at: number, width: number): number {
    this.#push(kind, at, at + width, '');
    return at + width;
  }

  #dollar(start: number): number {
    const text = this.#text;
    let end = start + 1;
    while (isIdentifierPart(text.charCodeAt(end)) || text.charCodeAt(end) === 36) end += 1;
    const root = text.slice(start + 1, end);
    if (root === 'item') return this.#take(T.item, start, 5);
    if (!DOLLAR_ROOTS.has(root)) {
      const known = 'known are `$input`, `$context`, `$runtime` and, in callbacks, `$item`';
      this.#report('MEL_LEXER', `There is no \`$${shown(root)}\`; ${known}.`, start, end);
      this.#push(T.bad, start, end, '');
      return end;
    }
    let kind: number = T.dollar;
    while (text.charCodeAt(end) === 46 && isIdentifierStart(text.charCodeAt(end + 1))) {
      const from = end + 1;
      end = from;
      while (isIdentifierPart(text.charCodeAt(end)) || text.charCodeAt(end) === 36) end += 1;
      const segment = text.slice(from, end);
      if (!segment.includes('$') && !segment.startsWith('__sys__')) continue;
      this.#report(
        'E004',
        `\`${shown(segment)}\` is no name of a program: it begins with \`__sys__\` or holds a \`$\`.`,
        from,
        end,
      );
      kind = T.bad;
    }
    this.#push(kind, start, end, text.slice(start, end));
    return end;
  }

  #unknown(start: number): number {
    const text = this.#text;
    const first = text.codePointAt(start) ?? 0;
    if (first > 127 && isLetterLike(first)) return this.#oddWord(start);
    let end = start;
    while (end < text.length && isUnknown(text.codePointAt(end) ?? 0))
      end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    const character = String.fromCodePoint(first);
    const span = this.#span(start, end);
    const mended = first === BYTE_ORDER_MARK ? replacing('Remove it', span, '') : replacing('Write a space', span, ' ');
    const fixes = isOddBlank(first) ? [mended] : [];
    this.#report('MEL_LEXER', unknownMessage(first, character), start, end, fixes);
    if (!isOddBlank(first)) this.#push(T.bad, start, end, '');
    return end;
  }

  #span(start: number, end: number) {
    return new LineTable(this.#lineStarts).spanOf(start, end);
  }

  #report(
    code: 'MEL_LEXER' | 'E004',
    message: string,
    start: number,
    end: number,
    fixes: Diagnostic['fixes'] = [],
  ): void {
    if (this.#diagnostics.length < MAX_COLLECTED) {
      this.#diagnostics.push(problem(code, message, this.#span(start, end), fixes));
    }
  }
}

function widened(column: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(capacity);
  wider.set(column);
  return wider;
}
