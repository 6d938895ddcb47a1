import type { Diagnostic } from '../diagnostic.ts';
import type { LineTable } from './source-text.ts';

const KINDS = {
  end: 0,
  /** Characters that form no token; reported already. */
  bad: 1,
  number: 2,
  string: 3,
  /** `$input.a.b` and the like, in one piece. */
  dollar: 4,
  item: 5,
  plus: 6,
  minus: 7,
  star: 8,
  slash: 9,
  percent: 10,
  equalEqual: 11,
  notEqual: 12,
  less: 13,
  lessEqual: 14,
  greater: 15,
  greaterEqual: 16,
  andAnd: 17,
  orOr: 18,
  bang: 19,
  questionQuestion: 20,
  question: 21,
  colon: 22,
  equal: 23,
  dot: 24,
  spread: 25,
  pipe: 26,
  at: 27,
  openParen: 28,
  closeParen: 29,
  openBrace: 30,
  closeBrace: 31,
  openBracket: 32,
  closeBracket: 33,
  comma: 34,
  semicolon: 35,
  /** No MEL, but known, so that the message can name them. */
  questionDot: 36,
  strictEqual: 37,
  strictNotEqual: 38,
  arrow: 39,
  identifier: 40,
  /** A word with characters or a prefix it may not have; reported already. */
  badName: 41,
  reserved: 42,
  domain: 43,
  state: 44,
  computed: 45,
  action: 46,
  effect: 47,
  when: 48,
  once: 49,
  patch: 50,
  unset: 51,
  merge: 52,
  true: 53,
  false: 54,
  null: 55,
  as: 56,
  available: 57,
  dispatchable: 58,
  fail: 59,
  stop: 60,
  with: 61,
  type: 62,
  import: 63,
  from: 64,
  export: 65,
} as const;

/**
 * Token kinds. Words stand last, so that one comparison tells whether a token can be a property name.
 * Plain numbers to the compiler, which would otherwise take the kind of a moving cursor for settled.
 */
export const T: Readonly<Record<keyof typeof KINDS, TokenKind>> = KINDS;

export type TokenKind = number;

/** Whether a token of this kind is spelt like a name: identifiers, keywords and reserved words. */
export function isWord(kind: number): boolean {
  return kind >= T.identifier;
}

/** Whether a token of this kind is a hard keyword. */
export function isKeyword(kind: number): boolean {
  return kind >= T.domain;
}

/** The tokens of a source as columns, the last one of kind `end`. */
export interface Tokens {
  readonly text: string;
  readonly lines: LineTable;
  readonly count: number;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Line of the first character, from 1. */
  readonly lineOf: Int32Array;
  /** The word of a word, the value of a string or number, the text of a dollar name; else ''. */
  readonly values: readonly (string | number)[];
  readonly diagnostics: readonly Diagnostic[];
  /** A comment without end swallowed the rest: what is missing behind it is no news. */
  readonly endsInComment: boolean;
}
