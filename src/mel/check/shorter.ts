import { DIAGNOSTIC_CODES } from '../codes.ts';
import type { Edit, Span } from '../diagnostic.ts';
import type { Expr } from '../syntax/ast.ts';
import { compatible } from './assignable.ts';
import { literalNumber, literalValue, operands, unwrapGroup } from './expr-parts.ts';
import { printSimple, quote } from './print-simple.ts';
import { replace } from './report.ts';
import type { Site } from './site.ts';
import { alternatives, primitiveKind } from './type.ts';

/** `c ? a : b` or `cond(c, a, b)`. */
interface Conditional {
  readonly condition: Expr;
  readonly then: Expr;
  readonly otherwise: Expr;
}

/** Conditionals that are the tail of one that was looked at. */
const tails = new WeakSet<Expr>();

/** Tells where a shorter builtin says the same (I_SHORTER). */
export function offerShorter(expr: Extract<Expr, { kind: 'call' | 'ternary' }>, site: Site): void {
  if (site.isSecondLook) return;
  if (expr.kind === 'call' && expr.callee.text === 'abs') offerAbsDiff(expr, site);
  const conditional = asConditional(expr);
  if (conditional === null || tails.has(expr)) return;
  if (offerStreak(expr, conditional, site)) return;
  const chain = unroll(conditional);
  if (!offerMatch(expr, chain, site)) offerArgmax(expr, chain, site);
}

function offerAbsDiff(call: Extract<Expr, { kind: 'call' }>, site: Site): void {
  const [arg] = call.args;
  const pair = arg === undefined || call.args.length !== 1 ? null : binaryParts(arg, '-', 'sub');
  if (pair === null) return;
  const edits = rewrite(call.span, ['absDiff(', pair[0], ', ', pair[1], ')']);
  site.report('I_SHORTER', call.span, 'absDiff(a, b) says the same', { fixes: [{ title: 'Use absDiff', edits }] });
}

function offerStreak(expr: Expr, { condition, then, otherwise }: Conditional, site: Site): boolean {
  const sum = literalNumber(otherwise) === 0 ? binaryParts(then, '+', 'add') : null;
  if (sum === null) return false;
  const [left, right] = sum;
  const previous = literalNumber(right) === 1 ? left : literalNumber(left) === 1 ? right : null;
  const text = previous === null ? null : printSimple(previous);
  if (previous === null || text === null || !isSureNumber(previous, site)) return false;
  const edits = rewrite(expr.span, [`streak(${text}, `, condition, ')']);
  site.report('I_SHORTER', expr.span, 'streak(prev, c) says the same', { fixes: [{ title: 'Use streak', edits }] });
  return true;
}

/** Whether it is a number that changes, and never null even without what a condition says. */
function isSureNumber(expr: Expr, site: Site): boolean {
  if (literalValue(expr) !== undefined) return false;
  const { type, maybeNull } = site.again().infer(expr);
  return (
    maybeNull === null && alternatives(type, site.scope.types).every((member) => primitiveKind(member) === 'number')
  );
}

interface Chain {
  readonly links: readonly { readonly condition: Expr; readonly value: Expr }[];
  readonly last: Expr;
}

function unroll(first: Conditional): Chain {
  const links = [{ condition: first.condition, value: first.then }];
  let last = first.otherwise;
  for (;;) {
    const bare = unwrapGroup(last);
    const next = asConditional(bare);
    if (next === null) return { links, last };
    tails.add(bare);
    links.push({ condition: next.condition, value: next.then });
    last = next.otherwise;
  }
}

function offerMatch(expr: Expr, { links, last }: Chain, site: Site): boolean {
  if (links.length < 2) return false;
  const arms: { readonly selector: Expr; readonly key: Expr; readonly value: Expr }[] = [];
  for (const { condition, value } of links) {
    const pair = binaryParts(condition, '==', 'eq');
    if (pair === null) return false;
    const [left, right] = pair;
    const isMirrored = literalValue(left) !== undefined;
    const [selector, key] = isMirrored ? [right, left] : [left, right];
    if (literalValue(key) === undefined) return false;
    arms.push({ selector, key, value });
  }
  const [head] = arms;
  const selector = head === undefined ? null : printSimple(head.selector);
  if (head === undefined || selector === null || arms.some((arm) => printSimple(arm.selector) !== selector))
    return false;
  const keys = arms.map((arm) => literalValue(arm.key));
  if (new Set(keys).size < keys.length || !isKeyed(head.selector, keys, site)) return false;
  if (!goTogether([...arms.map((arm) => arm.value), last], site)) return false;
  const pieces: (string | Expr)[] = [`match(${selector}, `];
  for (const { key, value } of arms) pieces.push('[', key, ', ', value, '], ');
  const edits = rewrite(expr.span, [...pieces, last, ')']);
  const message = 'match(selector, [key, value], .., default) says the same';
  site.report('I_SHORTER', expr.span, message, { fixes: [{ title: 'Use match', edits }] });
  return true;
}

function isKeyed(selector: Expr, keys: readonly unknown[], site: Site): boolean {
  const { type } = site.again().infer(selector);
  const kinds = new Set(alternatives(type, site.scope.types).map((member) => primitiveKind(member) ?? null));
  const [kind = null] = kinds;
  return kinds.size === 1 && kind !== null && keys.every((key) => typeof key === kind);
}

/** Whether the values are right without what the conditions say, and compatible. */
function goTogether(values: readonly Expr[], site: Site): boolean {
  let isRight = true;
  const look = site.again((code) => {
    if (DIAGNOSTIC_CODES[code].severity === 'error') isRight = false;
  });
  const [first, ...others] = values.map((value) => look.infer(value).type);
  return isRight && first !== undefined && others.every((other) => compatible(first, other, site.scope.types));
}

const BEST = {
  '>=': ['argmax', 'first'],
  '>': ['argmax', 'last'],
  '<=': ['argmin', 'first'],
  '<': ['argmin', 'last'],
} as const;
const MIRRORED = { '>=': '<=', '>': '<', '<=': '>=', '<': '>' } as const;
const NAMES: ReadonlyMap<string, keyof typeof BEST> = new Map([
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
]);

/** `a >= b && a >= c ? "x" : b >= c ? "y" : "z"`: each score against all that follow. */
function offerArgmax(expr: Expr, { links, last }: Chain, site: Site): void {
  if (links.length < 2) return;
  const labels = [...links.map((link) => link.value), last].map(literalValue);
  if (labels.includes(undefined) || new Set(labels.map((label) => typeof label)).size > 1) return;
  const rows = links.map((link) => comparisons(link.condition));
  const [head] = rows;
  const first = head?.[0];
  if (head === undefined || first === undefined) return;
  const scores = [first.left, ...head.map((comparison) => comparison.right)];
  if (scores.length !== labels.length || new Set(scores).size < scores.length) return;
  const isPairwise = rows.every((row, index) => {
    const rest = scores.slice(index + 1);
    return (
      row.length === rest.length &&
      row.every((one, at) => one.operator === first.operator && one.left === scores[index] && one.right === rest[at])
    );
  });
  if (!isPairwise) return;
  const [name, tie] = BEST[first.operator];
  const candidates = labels.map((label, index) => `[${quote(label)}, true, ${scores[index]}]`);
  const text = `${name}(${candidates.join(', ')}, "${tie}")`;
  const message = `${name}([label, eligible, score], .., tie) says the same`;
  site.report('I_SHORTER', expr.span, message, { fixes: [replace(`Use ${name}`, expr.span, text)] });
}

interface Comparison {
  readonly operator: keyof typeof BEST;
  readonly left: string;
  readonly right: string;
}

/** The conjuncts of a condition, all of them comparisons of simple expressions, turned to begin with one score; else none. */
function comparisons(condition: Expr): readonly Comparison[] {
  const bare = unwrapGroup(condition);
  const parts = bare.kind === 'call' && bare.callee.text === 'and' ? bare.args : operands(bare, '&&');
  const found: Comparison[] = [];
  for (const part of parts) {
    const comparison = readComparison(part);
    if (comparison === null) return [];
    const first = found[0];
    const isTurned = first !== undefined && comparison.right === first.left;
    found.push(isTurned ? turn(comparison) : comparison);
  }
  return found;
}

function turn({ operator, left, right }: Comparison): Comparison {
  return { operator: MIRRORED[operator], left: right, right: left };
}

function readComparison(expr: Expr): Comparison | null {
  const bare = unwrapGroup(expr);
  const named = bare.kind === 'call' && bare.args.length === 2 ? NAMES.get(bare.callee.text) : undefined;
  if (bare.kind === 'call' && named !== undefined) {
    const [left, right] = bare.args.map(printSimple);
    return left == null || right == null ? null : { operator: named, left, right };
  }
  if (bare.kind !== 'binary') return null;
  const { operator } = bare;
  if (operator !== '>=' && operator !== '>' && operator !== '<=' && operator !== '<') return null;
  const left = printSimple(bare.left);
  const right = printSimple(bare.right);
  return left === null || right === null ? null : { operator, left, right };
}

function asConditional(expr: Expr): Conditional | null {
  if (expr.kind === 'ternary') return expr;
  if (expr.kind !== 'call' || expr.callee.text !== 'cond') return null;
  const [condition, then, otherwise] = expr.args;
  if (condition === undefined || then === undefined || otherwise === undefined || expr.args.length > 3) return null;
  return { condition, then, otherwise };
}

function binaryParts(expr: Expr, operator: string, name: string): readonly [Expr, Expr] | null {
  const bare = unwrapGroup(expr);
  if (bare.kind === 'binary') return bare.operator === operator ? [bare.left, bare.right] : null;
  const [left, right] = bare.kind === 'call' && bare.callee.text === name ? bare.args : [];
  return bare.kind === 'call' && bare.args.length === 2 && left !== undefined && right !== undefined
    ? [left, right]
    : null;
}

/** Edits that leave the expressions among the pieces, in source order, and replace all that stands around them. */
function rewrite(whole: Span, pieces: readonly (string | Expr)[]): readonly Edit[] {
  const edits: Edit[] = [];
  let text = '';
  let { start } = whole;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    edits.push({ span: { start, end: piece.span.start }, text });
    text = '';
    start = piece.span.end;
  }
  edits.push({ span: { start, end: whole.end }, text });
  return edits;
}
