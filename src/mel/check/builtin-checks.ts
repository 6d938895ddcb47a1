import type { Expr } from '../syntax/ast.ts';
import { assignable, unionWithin } from './assignable.ts';
import { checkCondition } from './conditions.ts';
import { literalNumber } from './expr-parts.ts';
import { hold, need, needBoolean, needNumber } from './fit.ts';
import { growing } from './narrowing.ts';
import { branch, checkEquality, inferCoalesce, quotient } from './operators.ts';
import { type Typed, withNarrowing } from './scope.ts';
import { anyMaybeNull, type CallExpr, type Expected, type Site, sure } from './site.ts';
import {
  admitsNull,
  alternatives,
  arrayOf,
  BOOLEAN,
  isNullType,
  NUMBER,
  nullable,
  type PrimitiveKind,
  STRING,
  type Type,
  unionOf,
  withoutNull,
} from './type.ts';

/** Checks the arguments of a call whose number is right, and gives its type. With `expected`, only a directed builtin holds it itself. */
export type Check = (call: CallExpr, site: Site, expected: Expected | undefined) => Typed;

function nameOf(call: CallExpr): string {
  return `\`${call.callee.text}\``;
}

/** Numbers in; the result may be null for the stated reason. */
export function numbers(result: Type, maybeNull: string | null = null): Check {
  return (call, site) => {
    for (const arg of call.args) needNumber(arg, site.infer(arg), nameOf(call), site);
    return { type: result, maybeNull };
  };
}

export const checkDivision: Check = (call, site) => {
  const [dividend, divisor] = call.args;
  if (dividend === undefined || divisor === undefined) return sure(NUMBER);
  needNumber(dividend, site.infer(dividend), nameOf(call), site);
  const typed = site.infer(divisor);
  needNumber(divisor, typed, nameOf(call), site);
  return quotient(divisor, typed, site);
};

export const checkSqrt: Check = (call, site) => {
  const typed = numbers(NUMBER)(call, site, undefined);
  const [operand] = call.args;
  const literal = operand === undefined ? undefined : literalNumber(operand);
  if (literal !== undefined && literal >= 0) return typed;
  return { type: NUMBER, maybeNull: 'the root of a negative number is null' };
};

export const checkIdiv: Check = (call, site) => {
  const typed = checkDivision(call, site, undefined);
  return sure(nullable(typed.type));
};

export const checkClamp: Check = (call, site) => {
  const typed = numbers(NUMBER)(call, site, undefined);
  const [, low, high] = call.args.map(literalNumber);
  if (low !== undefined && high !== undefined && low > high) {
    site.report('E049', call.callee.span, `the lower bound ${low} of clamp is above the upper bound ${high}`);
  }
  return typed;
};

export const checkStreak: Check = (call, site) => {
  const [previous, condition] = call.args;
  if (previous !== undefined) needNumber(previous, site.infer(previous), nameOf(call), site);
  if (condition !== undefined) needBoolean(condition, site.infer(condition), nameOf(call), site);
  return sure(NUMBER);
};

export const checkEq: Check = (call, site) => {
  const [left, right] = call.args;
  if (left !== undefined && right !== undefined) {
    checkEquality([left, site.infer(left)], [right, site.infer(right)], nameOf(call), site);
  }
  return sure(BOOLEAN);
};

/** `and` and `or`: each argument sees what those before it say. */
export const checkLogic: Check = (call, site) => {
  const grown = growing(site.scope.narrowing);
  for (const arg of call.args) {
    const typed = site.in(withNarrowing(site.scope, grown.narrowing)).infer(arg);
    needBoolean(arg, typed, nameOf(call), site);
    grown.add(arg, call.callee.text === 'and');
  }
  return sure(BOOLEAN);
};

export const checkNot: Check = (call, site) => {
  for (const arg of call.args) needBoolean(arg, site.infer(arg), nameOf(call), site);
  return sure(BOOLEAN);
};

export const checkCond: Check = (call, site, expected) => {
  const [condition, then, otherwise] = call.args;
  if (condition === undefined || then === undefined || otherwise === undefined) return sure(BOOLEAN);
  return inferConditional(condition, then, otherwise, site, expected);
};

/** `c ? a : b` and `cond(c, a, b)`. */
export function inferConditional(
  condition: Expr,
  then: Expr,
  otherwise: Expr,
  site: Site,
  expected: Expected | undefined,
): Typed {
  checkCondition(condition, site);
  const yes = branch(site, condition, true).infer(then, expected);
  const no = branch(site, condition, false).infer(otherwise, expected);
  return { type: unionWithin([yes.type, no.type], site.scope.types), maybeNull: anyMaybeNull([yes, no]) };
}

export const checkCoalesce: Check = (call, site, expected) => coalesceInto(call, call.args, site, expected);

/** `coalesce(..)` or `a ?? b`; each part is held against what is expected, and then whether null may come out. */
export function coalesceInto(expr: Expr, parts: readonly Expr[], site: Site, expected: Expected | undefined): Typed {
  const typed = inferCoalesce(parts, site, expected);
  if (expected === undefined) return typed;
  const { types } = site.scope;
  const isFit = assignable(withoutNull(typed.type, types), expected.type, types) !== 'no';
  if (isFit && (admitsNull(typed.type, types) || typed.maybeNull !== null)) hold(expr, typed, expected, site);
  return typed;
}

/** Any values in. */
export function anything(result: Type): Check {
  return (call, site) => {
    for (const arg of call.args) site.infer(arg);
    return sure(result);
  };
}

/** Strings, numbers and booleans in, kind by kind; the last kind counts for what follows it. */
export function kinds(expected: readonly PrimitiveKind[], result: Type): Check {
  return (call, site) => {
    call.args.forEach((arg, index) => {
      const kind = expected[Math.min(index, expected.length - 1)];
      if (kind === 'number') needNumber(arg, site.infer(arg), nameOf(call), site);
      else if (kind !== undefined) need(kind, arg, site.infer(arg), nameOf(call), site);
    });
    return sure(result);
  };
}

/** A string, or, if any argument is an array, an array of all elements and scalars. */
export const checkConcat: Check = (call, site) => {
  const { types } = site.scope;
  const typed = call.args.map((arg) => site.infer(arg));
  const members = typed.map((one) => alternatives(one.type, types));
  if (!members.some((list) => list.some((member) => member.kind === 'array'))) {
    const isKnown = members.every((list) => list.every((member) => member.kind !== 'unknown'));
    return sure(isKnown ? STRING : { kind: 'unknown' });
  }
  const elements = members.flat().flatMap((member) => {
    if (member.kind === 'array') return [member.element];
    return isNullType(member) ? [] : [member];
  });
  return sure(arrayOf(unionOf(elements)));
};
