import type { Span } from '../../src/mel/diagnostic.ts';
import type { Domain, Stmt } from '../../src/mel/syntax/ast.ts';
import { lex } from '../../src/mel/syntax/lexer.ts';
import { parse } from '../../src/mel/syntax/parse.ts';
import { T } from '../../src/mel/syntax/token.ts';
import type { Draws } from '../support/draws.ts';

interface Token {
  readonly kind: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A valid source with what mutations take hold of. */
export interface Original {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly statements: readonly Span[];
  readonly members: readonly Span[];
}

export function originalOf(source: string): Original {
  const { count, kinds, starts, ends } = lex(source);
  const tokens = Array.from({ length: count - 1 }, (_, i) => {
    const [start = 0, end = 0] = [starts[i], ends[i]];
    return { kind: kinds[i] ?? 0, text: source.slice(start, end), start, end };
  });
  const { domain } = parse(source);
  const members = domain?.members.map(({ span }) => span) ?? [];
  return { source, tokens, statements: statementsOf(domain), members };
}

function statementsOf(domain: Domain | null): readonly Span[] {
  const spans: Span[] = [];
  const visit = (body: readonly Stmt[]): void => {
    for (const stmt of body) {
      spans.push(stmt.span);
      if ('body' in stmt) visit(stmt.body);
    }
  };
  for (const member of domain?.members ?? []) if ('body' in member) visit(member.body);
  return spans;
}

/** What no MEL program holds, and what it holds in many places. */
const FOREIGN = [
  ...['=>', '`', '#', 'if', 'else', 'let', '?.', '...', '$x', '"', "'", '1e', '0x', '/*', '//', '===', '\\', '\u0000'],
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    ',',
    ';',
    ':',
    '=',
    '.',
    '|',
    '?',
    '-',
    '!',
    '@meta',
    '1e999',
    '٣',
    '\u{1F600}',
  ],
  ...[
    '$item',
    '$input',
    '$runtime',
    '$context',
    '$system',
    '__proto__',
    'null',
    '""',
    '0',
    'updateById',
    'sum',
    'flow',
  ],
];

type Mutate = (original: Original, others: readonly Original[], draws: Draws) => string;

function tokenAt(original: Original, draws: Draws): Token {
  return original.tokens[draws.below(original.tokens.length)] ?? { kind: 0, text: '', start: 0, end: 0 };
}

function replaced(source: string, place: { readonly start: number; readonly end: number }, text: string): string {
  return source.slice(0, place.start) + text + source.slice(place.end);
}

const drop: Mutate = (original, _, draws) => replaced(original.source, tokenAt(original, draws), '');

const double: Mutate = (original, _, draws) => {
  const token = tokenAt(original, draws);
  return replaced(original.source, token, `${token.text} ${token.text}`);
};

const swap: Mutate = ({ source, tokens }, _, draws) => {
  const at = draws.below(Math.max(1, tokens.length - 1));
  const [a, b] = [tokens[at], tokens[at + 1]];
  if (a === undefined || b === undefined) return source;
  return replaced(source, { start: a.start, end: b.end }, `${b.text} ${a.text}`);
};

const replaceByAny: Mutate = (original, others, draws) =>
  replaced(original.source, tokenAt(original, draws), ` ${tokenAt(draws.pick(others), draws).text} `);

const insertAny: Mutate = (original, others, draws) => {
  const { start } = tokenAt(original, draws);
  const text = draws.chance(0.5) ? draws.pick(FOREIGN) : tokenAt(draws.pick(others), draws).text;
  return replaced(original.source, { start, end: start }, ` ${text} `);
};

const replaceByForeign: Mutate = (original, _, draws) =>
  replaced(original.source, tokenAt(original, draws), ` ${draws.pick(FOREIGN)} `);

/** A token of the same kind, of this program or another: a literal by a literal, a name by a name. */
const replaceByLike: Mutate = (original, others, draws) => {
  const token = tokenAt(original, draws);
  const from = draws.chance(0.7) ? original : draws.pick(others);
  const like = from.tokens.filter(({ kind, text }) => kind === token.kind && text !== token.text);
  return like.length === 0 ? drop(original, others, draws) : replaced(original.source, token, draws.pick(like).text);
};

const OPERATORS: readonly (readonly string[])[] = [
  ['+', '-', '*', '/', '%'],
  ['<', '<=', '>', '>='],
  ['==', '!='],
  ['&&', '||'],
  ['true', 'false'],
];

/** An operator by another that takes and gives the same. */
const replaceOperator: Mutate = (original, others, draws) => {
  const places = original.tokens.filter(({ text }) => OPERATORS.some((set) => set.includes(text)));
  if (places.length === 0) return replaceByLike(original, others, draws);
  const place = draws.pick(places);
  const set = OPERATORS.find((one) => one.includes(place.text)) ?? [place.text];
  return replaced(original.source, place, ` ${draws.pick(set)} `);
};

/** A number or a text by another of its kind. */
const replaceLiteral: Mutate = (original, others, draws) => {
  const places = original.tokens.filter(({ kind }) => kind === T.number || kind === T.string);
  if (places.length === 0) return replaceOperator(original, others, draws);
  const place = draws.pick(places);
  const likes = draws.pick(others).tokens.filter(({ kind }) => kind === place.kind);
  return likes.length === 0 ? original.source : replaced(original.source, place, draws.pick(likes).text);
};

type Pieces = (original: Original) => readonly Span[];

function textOf(original: Original, { start, end }: Span): string {
  return original.source.slice(start.offset, end.offset);
}

/** A whole statement or member in the place of another, beside it, or gone. */
function splice(pieces: Pieces): Mutate {
  return (original, others, draws) => {
    const targets = pieces(original);
    if (targets.length === 0) return insertAny(original, others, draws);
    const { start, end } = draws.pick(targets);
    const place = { start: start.offset, end: end.offset };
    if (draws.chance(0.2)) return replaced(original.source, place, '');
    const donor = draws.chance(0.6) ? original : draws.pick(others);
    const donated = pieces(donor);
    const text = donated.length === 0 ? '' : textOf(donor, draws.pick(donated));
    return replaced(original.source, draws.chance(0.5) ? place : { start: place.end, end: place.end }, ` ${text} `);
  };
}

const spliceStatement = splice(({ statements }) => statements);
const spliceMember = splice(({ members }) => members);

const MUTATIONS: readonly Mutate[] = [
  drop,
  double,
  swap,
  replaceByAny,
  insertAny,
  replaceByForeign,
  replaceByLike,
  replaceByLike,
  replaceLiteral,
  replaceLiteral,
  replaceOperator,
  replaceOperator,
  spliceStatement,
  spliceStatement,
  spliceStatement,
  spliceMember,
];

/** A program that was changed in one to three places; the ones with statements come up more often than their number says. */
export function mutant(originals: readonly Original[], draws: Draws): string {
  let source = '';
  let next = draws.pick(originals);
  for (let again = 2; again > 0 && next.statements.length === 0; again--) next = draws.pick(originals);
  const changes = draws.chance(0.75) ? 1 : 2 + draws.below(2);
  for (let count = 0; count < changes; count++) {
    source = draws.pick(MUTATIONS)(next, originals, draws);
    if (count + 1 < changes) next = originalOf(source);
    if (next.tokens.length === 0) break;
  }
  return source;
}
