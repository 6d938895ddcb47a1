import type { Expr } from '../syntax/ast.ts';
import { type AccessPath, accessPathOf, pathKey } from './access-path.ts';
import { literalValue, operands, unwrapGroup } from './expr-parts.ts';

/** What a condition says about the value of one path. */
export type Fact =
  | { readonly kind: 'null'; readonly holds: boolean }
  | { readonly kind: 'equals'; readonly value: string | number | boolean; readonly holds: boolean }
  /** On a union of object types: its field `name` is or is not `value`. */
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly value: string | number | boolean | null;
      readonly holds: boolean;
    }
  | { readonly kind: 'nonZero' }
  /** One of these lists holds. */
  | { readonly kind: 'any'; readonly of: readonly (readonly Fact[])[] };

export interface Known {
  readonly path: AccessPath;
  readonly facts: readonly Fact[];
}

export type Facts = Map<string, Known>;

/** What is known about paths, in layers: a condition inside another adds its own. */
export interface Narrowing {
  readonly facts: ReadonlyMap<string, Known>;
  readonly outer: Narrowing | null;
}

const NO_FACTS: readonly (readonly Fact[])[] = [];

export const NO_NARROWING: Narrowing = { facts: new Map(), outer: null };

/** Alternatives of a condition that are still compared; more are not worth it. */
const MOST_ALTERNATIVES = 16;

/** Parts of one condition that are looked at; more are taken to say nothing. */
const MOST_LOOKS = 20_000;

/** In parts. */
const COST_OF_ALTERNATIVES = 50;

/** Facts that are kept of one path. */
const MOST_FACTS = 64;

/** `base` and what is known where `condition` is true (or false). */
export function narrow(base: Narrowing, condition: Expr, isTrue: boolean): Narrowing {
  const facts = collect(condition, isTrue, { left: MOST_LOOKS });
  return facts.size === 0 ? base : { facts, outer: base };
}

/** A narrowing that grows operand by operand, for the right sides of a long chain of `&&` or `||`. */
export function growing(base: Narrowing): {
  readonly narrowing: Narrowing;
  add(condition: Expr, isTrue: boolean): void;
} {
  const facts: Facts = new Map();
  return {
    narrowing: { facts, outer: base },
    add: (condition, isTrue) => addAll(facts, collect(condition, isTrue, { left: MOST_LOOKS })),
  };
}

/** All that is known about the path of a key: a list for each layer, the outermost first. What follows from a list is kept by it. */
export function factsAt(narrowing: Narrowing, key: string): readonly (readonly Fact[])[] {
  let found: (readonly Fact[])[] | null = null;
  for (let layer: Narrowing | null = narrowing; layer !== null; layer = layer.outer) {
    const known = layer.facts.get(key);
    if (known === undefined) continue;
    found ??= [];
    found.push(known.facts);
  }
  return found === null ? NO_FACTS : found.reverse();
}

/** Whether anything is known at all. */
export function knowsNothing(narrowing: Narrowing): boolean {
  for (let layer: Narrowing | null = narrowing; layer !== null; layer = layer.outer) {
    if (layer.facts.size > 0) return false;
  }
  return true;
}

/** Adds what a layer knows. */
export function addAll(facts: Facts, more: ReadonlyMap<string, Known>): void {
  for (const { path, facts: found } of more.values()) for (const fact of found) add(facts, path, fact);
}

/** How many parts of a condition are still looked at: alternatives are looked at both ways, and may nest. */
interface Budget {
  left: number;
}

const NOTHING: ReadonlyMap<string, Known> = new Map();

function collect(condition: Expr, isTrue: boolean, budget: Budget): ReadonlyMap<string, Known> {
  const expr = unwrapGroup(condition);
  budget.left -= 1;
  if (budget.left < 0) return NOTHING;
  if (expr.kind === 'unary' && expr.operator === '!') return collect(expr.operand, !isTrue, budget);
  if (expr.kind === 'binary') return collectBinary(expr, isTrue, budget);
  if (expr.kind === 'call') return collectCall(expr, isTrue, budget);
  const path = accessPathOf(expr);
  if (path === null) return NOTHING;
  const facts: Facts = new Map();
  addEquality(facts, path, isTrue, true);
  return facts;
}

function collectBinary(
  expr: Extract<Expr, { kind: 'binary' }>,
  isTrue: boolean,
  budget: Budget,
): ReadonlyMap<string, Known> {
  switch (expr.operator) {
    case '&&':
    case '||':
      return collectLogic(operands(expr, expr.operator), (expr.operator === '&&') === isTrue, isTrue, budget);
    case '==':
    case '!=':
      return collectEquality(expr.left, expr.right, (expr.operator === '==') === isTrue);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return collectOrder(expr.operator, expr.left, expr.right, isTrue);
    default:
      return NOTHING;
  }
}

const ORDER_NAMES: ReadonlyMap<string, '<' | '<=' | '>' | '>='> = new Map([
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
]);

function collectCall(
  expr: Extract<Expr, { kind: 'call' }>,
  isTrue: boolean,
  budget: Budget,
): ReadonlyMap<string, Known> {
  const name = expr.callee.text;
  const [first, second] = expr.args;
  if (first === undefined) return NOTHING;
  if (name === 'and' || name === 'or') return collectLogic(expr.args, (name === 'and') === isTrue, isTrue, budget);
  if (expr.args.length === 1) {
    if (name === 'not') return collect(first, !isTrue, budget);
    if (name === 'isNull' || name === 'isNotNull') return collectNull(first, (name === 'isNull') === isTrue);
  }
  if (second === undefined || expr.args.length !== 2) return NOTHING;
  if (name === 'eq' || name === 'neq') return collectEquality(first, second, (name === 'eq') === isTrue);
  const order = ORDER_NAMES.get(name);
  return order === undefined ? NOTHING : collectOrder(order, first, second, isTrue);
}

/** `all`: every operand is (not) true. Otherwise one of them is, and those before it are the opposite. */
function collectLogic(
  parts: readonly Expr[],
  all: boolean,
  isTrue: boolean,
  budget: Budget,
): ReadonlyMap<string, Known> {
  const facts: Facts = new Map();
  if (all) {
    for (const part of parts) addAll(facts, collect(part, isTrue, budget));
    return facts;
  }
  budget.left -= COST_OF_ALTERNATIVES;
  if (parts.length > MOST_ALTERNATIVES || budget.left < 0) return facts;
  const before: Facts = new Map();
  const ways = parts.map((part) => {
    const way: Facts = new Map(before);
    addAll(way, collect(part, isTrue, budget));
    addAll(before, collect(part, !isTrue, budget));
    return way;
  });
  const [first, ...others] = ways;
  for (const [key, known] of first ?? []) {
    const lists = [known.facts, ...others.map((way) => way.get(key)?.facts ?? [])].map(withoutAny);
    if (lists.every((list) => list.length > 0))
      facts.set(key, { path: known.path, facts: [{ kind: 'any', of: lists }] });
  }
  return facts;
}

/** Alternatives are not kept inside alternatives: they would multiply. */
function withoutAny(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => fact.kind !== 'any');
}

function collectNull(expr: Expr, isNull: boolean): ReadonlyMap<string, Known> {
  const path = accessPathOf(expr);
  if (path === null) return NOTHING;
  const facts: Facts = new Map();
  add(facts, path, { kind: 'null', holds: isNull });
  addField(facts, path, null, isNull);
  return facts;
}

function collectEquality(left: Expr, right: Expr, isEqual: boolean): ReadonlyMap<string, Known> {
  const [subject, other] = isLiteral(left) ? [right, left] : [left, right];
  if (unwrapGroup(other).kind === 'null') return collectNull(subject, isEqual);
  const value = literalValue(other);
  const path = accessPathOf(subject);
  if (path === null || value === undefined) return NOTHING;
  const facts: Facts = new Map();
  addEquality(facts, path, value, isEqual);
  if (typeof value === 'number' && (value === 0) !== isEqual) add(facts, path, { kind: 'nonZero' });
  return facts;
}

function addEquality(facts: Facts, path: AccessPath, value: string | number | boolean, holds: boolean): void {
  add(facts, path, { kind: 'equals', value, holds });
  addField(facts, path, value, holds);
}

function addField(facts: Facts, path: AccessPath, value: string | number | boolean | null, holds: boolean): void {
  const name = path.parts.at(-1);
  if (typeof name !== 'string') return;
  add(facts, { root: path.root, parts: path.parts.slice(0, -1) }, { kind: 'field', name, value, holds });
}

const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
const MIRRORED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** A comparison with a number that leaves zero out. */
function collectOrder(
  operator: keyof typeof OPPOSITE,
  left: Expr,
  right: Expr,
  isTrue: boolean,
): ReadonlyMap<string, Known> {
  const isMirrored = isLiteral(left);
  const path = accessPathOf(isMirrored ? right : left);
  const bound = literalValue(isMirrored ? left : right);
  if (path === null || typeof bound !== 'number') return NOTHING;
  const faced = isMirrored ? MIRRORED[operator] : operator;
  const actual = isTrue ? faced : OPPOSITE[faced];
  const leavesZeroOut =
    (actual === '>' && bound >= 0) ||
    (actual === '>=' && bound > 0) ||
    (actual === '<' && bound <= 0) ||
    (actual === '<=' && bound < 0);
  if (!leavesZeroOut) return NOTHING;
  const facts: Facts = new Map();
  add(facts, path, { kind: 'nonZero' });
  return facts;
}

function isLiteral(expr: Expr): boolean {
  return literalValue(expr) !== undefined || unwrapGroup(expr).kind === 'null';
}

function add(facts: Facts, path: AccessPath, fact: Fact): void {
  const key = pathKey(path);
  const earlier = facts.get(key)?.facts ?? [];
  // Less is known of a path with very many conditions; that is never wrong.
  if (earlier.length >= MOST_FACTS || earlier.some((known) => isSame(known, fact))) return;
  facts.set(key, { path, facts: [...earlier, fact] });
}

function isSame(a: Fact, b: Fact): boolean {
  if (a.kind === 'any' || b.kind === 'any') return a === b;
  if (a.kind === 'nonZero' || b.kind === 'nonZero') return a.kind === b.kind;
  if (a.kind !== b.kind || a.holds !== b.holds) return false;
  if (a.kind === 'null' || b.kind === 'null') return true;
  return a.value === b.value && (a.kind === 'field' ? a.name : '') === (b.kind === 'field' ? b.name : '');
}
