import { appendAll } from '../../base/append-all.ts';
import type { Fix } from '../diagnostic.ts';
import type { BinaryOperator, Expr } from '../syntax/ast.ts';
import { accessPathOf, pathKey } from './access-path.ts';
import { compatible, unionWithin } from './assignable.ts';
import { literalNumber, operands } from './expr-parts.ts';
import { needBoolean, needNumber } from './fit.ts';
import { factsAt, growing, narrow } from './narrowing.ts';
import { warnNeverEqual } from './never-equal.ts';
import { type Typed, withNarrowing } from './scope.ts';
import { showType } from './show-type.ts';
import { anyMaybeNull, type Expected, type Site, sure } from './site.ts';
import {
  admitsNull,
  alternatives,
  BOOLEAN,
  isNullType,
  NULL,
  NUMBER,
  nullable,
  primitiveKind,
  type Type,
  wholeOf,
  widerThan,
  withoutNull,
} from './type.ts';

type Binary = Extract<Expr, { kind: 'binary' }>;

/** The type of a chain of binary operators. Goes down the left side without recursion: chains may be long. */
export function inferBinary(expr: Binary, site: Site): Typed {
  const chain: Binary[] = [];
  let lowest: Expr = expr;
  while (lowest.kind === 'binary' && lowest.operator !== '??') {
    chain.push(lowest);
    lowest = lowest.left;
  }
  let typed = site.infer(lowest);
  let runOf: BinaryOperator | null = null;
  let grown: ReturnType<typeof growing> | null = null;
  for (const node of chain.reverse()) {
    const { operator } = node;
    if (operator !== '&&' && operator !== '||') {
      runOf = null;
      typed = combine(operator, node, typed, site.infer(node.right), site);
      continue;
    }
    if (grown === null || runOf !== operator) {
      runOf = operator;
      grown = growing(site.scope.narrowing);
      grown.add(node.left, operator === '&&');
    }
    needBoolean(node.left, typed, `\`${operator}\``, site);
    const right = site.in(withNarrowing(site.scope, grown.narrowing)).infer(node.right);
    needBoolean(node.right, right, `\`${operator}\``, site);
    grown.add(node.right, operator === '&&');
    typed = sure(BOOLEAN);
  }
  return typed;
}

function combine(operator: BinaryOperator, node: Binary, left: Typed, right: Typed, site: Site): Typed {
  const name = `\`${operator}\``;
  if (operator === '==' || operator === '!=') {
    checkEquality([node.left, left], [node.right, right], name, site);
    return sure(BOOLEAN);
  }
  const fixes = operator === '+' ? joinFix(node, [left, right], site) : [];
  needNumber(node.left, left, name, site, fixes);
  needNumber(node.right, right, name, site, fixes);
  if (operator === '/' || operator === '%') return quotient(node.right, right, site);
  return sure(operator === '<' || operator === '<=' || operator === '>' || operator === '>=' ? BOOLEAN : NUMBER);
}

/** `a + b` of strings is `concat(a, b)`. */
function joinFix({ span, left, right }: Binary, typed: readonly Typed[], site: Site): readonly Fix[] {
  const isText = ({ type }: Typed) =>
    alternatives(type, site.scope.types).some((member) => primitiveKind(member) === 'string');
  if (!typed.some(isText)) return [];
  const edits = [
    { span: { start: span.start, end: left.span.start }, text: 'concat(' },
    { span: { start: left.span.end, end: right.span.start }, text: ', ' },
    { span: { start: right.span.end, end: span.end }, text: ')' },
  ];
  return [{ title: 'Join them with concat', edits }];
}

/** The result of a division, which is null for a divisor of 0. */
export function quotient(divisor: Expr, typed: Typed, site: Site): Typed {
  return { type: NUMBER, maybeNull: isNonZero(divisor, typed, site) ? null : 'the divisor may be 0' };
}

function isNonZero(divisor: Expr, typed: Typed, site: Site): boolean {
  const literal = literalNumber(divisor);
  if (literal !== undefined) return literal !== 0;
  const members = alternatives(typed.type, site.scope.types);
  if (members.length > 0 && members.every((member) => member.kind === 'literal' && member.value !== 0)) return true;
  const path = accessPathOf(divisor);
  return (
    path !== null &&
    factsAt(site.scope.narrowing, pathKey(path))
      .flat()
      .some((fact) => fact.kind === 'nonZero')
  );
}

/** 7.5: primitives of a common kind; with null alone on one side, anything on the other. */
export function checkEquality(
  [leftExpr, left]: readonly [Expr, Typed],
  [rightExpr, right]: readonly [Expr, Typed],
  name: string,
  site: Site,
): void {
  const leftKinds = kindsOf(left.type, site);
  const rightKinds = kindsOf(right.type, site);
  if (leftKinds === 'null' || rightKinds === 'null') return;
  let isPrimitive = true;
  for (const [expr, kinds, type] of [
    [leftExpr, leftKinds, left.type],
    [rightExpr, rightKinds, right.type],
  ] as const) {
    if (kinds !== 'other') continue;
    isPrimitive = false;
    site.report(
      'E_TYPE_MISMATCH',
      expr.span,
      `${name} compares strings, numbers and booleans; this is ${showType(type)}`,
    );
  }
  if (!isPrimitive || typeof leftKinds === 'string' || typeof rightKinds === 'string') return;
  if (leftKinds.size === 0 || rightKinds.size === 0) return;
  if ([...leftKinds].some((kind) => rightKinds.has(kind))) {
    const always = /^`(!=|neq)`$/.test(name) ? 'true' : 'false';
    const found = /ById`$/.test(name) ? `${name} finds nothing` : `this is always ${always}`;
    warnNeverEqual([leftExpr, left], [rightExpr, right], found, site);
    return;
  }
  const message = `${name} compares ${showType(left.type)} with ${showType(right.type)}, which are never equal`;
  site.report('E_TYPE_MISMATCH', rightExpr.span, message);
}

type Kinds = ReadonlySet<string> | 'null' | 'other' | 'unknown';

/** By the alternatives of types that have many. */
const knownKinds = new WeakMap<readonly Type[], Kinds>();

function kindsOf(type: Type, site: Site): Kinds {
  const whole = wholeOf(type);
  const wholeKinds = whole && kindsOf(whole, site);
  // Some of many values of one kind are of that kind.
  if (typeof wholeKinds === 'object' && wholeKinds.size === 1) return wholeKinds;
  const members = alternatives(type, site.scope.types);
  const known = knownKinds.get(members);
  if (known !== undefined) return known;
  const wider = widerThan(members);
  const widerKinds = wider && knownKinds.get(wider);
  const kinds = typeof widerKinds === 'object' && widerKinds.size === 1 ? widerKinds : kindsOfAll(members);
  if (members.length > 1) knownKinds.set(members, kinds);
  return kinds;
}

function kindsOfAll(members: readonly Type[]): Kinds {
  if (members.some((member) => member.kind === 'unknown')) return 'unknown';
  if (members.length > 0 && members.every(isNullType)) return 'null';
  const kinds = new Set<string>();
  for (const member of members) {
    if (isNullType(member)) continue;
    const kind = primitiveKind(member);
    if (kind === null || kind === undefined) return 'other';
    kinds.add(kind);
  }
  return kinds;
}

/** The operands of `a ?? b ?? c`, however grouped to the right. */
export function nullishParts(expr: Binary): readonly Expr[] {
  const parts: Expr[] = [];
  let current: Expr = expr;
  while (current.kind === 'binary' && current.operator === '??') {
    appendAll(parts, operands(current.left, '??'));
    current = current.right;
  }
  parts.push(current);
  return parts;
}

/** The first that is not null: the union of the non-null parts, plus null only if every part admits it. */
export function inferCoalesce(parts: readonly Expr[], site: Site, expected: Expected | undefined): Typed {
  const inner =
    expected === undefined
      ? undefined
      : { ...expected, type: nullable(expected.type), shown: expected.shown ?? expected.type };
  const typed = parts.map((part) => site.infer(part, inner));
  const { types } = site.scope;
  typed.slice(1).some((one, index) => {
    const earlier = typed.slice(0, Math.min(index + 1, 32)).find((other) => !compatible(other.type, one.type, types));
    const part = parts[index + 1];
    if (earlier === undefined || part === undefined) return false;
    const message = `${showType(one.type)} cannot stand in for ${showType(earlier.type)}`;
    site.report('E_TYPE_MISMATCH', part.span, message);
    return true;
  });
  const members = typed.map((one) => withoutNull(one.type, types));
  const allNull = typed.every((one) => admitsNull(one.type, types));
  const isSafe = typed.some((one) => one.maybeNull === null && !admitsNull(one.type, types));
  return {
    type: unionWithin(allNull ? [...members, NULL] : members, types),
    maybeNull: isSafe ? null : anyMaybeNull(typed),
  };
}

/** The narrowing of one branch of a conditional. */
export function branch(site: Site, condition: Expr, isTrue: boolean): Site {
  return site.in(withNarrowing(site.scope, narrow(site.scope.narrowing, condition, isTrue)));
}

/** The type of `! e` and `- e`. */
export function inferUnary(expr: Extract<Expr, { kind: 'unary' }>, site: Site): Typed {
  const literal = literalNumber(expr);
  if (literal !== undefined) return sure({ kind: 'literal', value: literal });
  const operand = site.infer(expr.operand);
  if (expr.operator === '!') {
    needBoolean(expr.operand, operand, '`!`', site);
    return sure(BOOLEAN);
  }
  needNumber(expr.operand, operand, '`-`', site);
  return sure(NUMBER);
}
