import type { Expr } from '../syntax/ast.ts';
import { readIndex } from './access.ts';
import type { Check } from './builtin-checks.ts';
import { literalNumber, literalValue, unwrapGroup } from './expr-parts.ts';
import { declaredAt, needBoolean, needNumber } from './fit.ts';
import { warnNeverEqual } from './never-equal.ts';
import { replace, wrap } from './report.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { withoutItem } from './shrinking.ts';
import { type CallExpr, type Expected, expectedInside, type Site, sure, UNTOLD } from './site.ts';
import {
  admitsNull,
  alternatives,
  arrayOf,
  BOOLEAN,
  isNullType,
  isObjectLike,
  NUMBER,
  nullable,
  primitiveKind,
  type Type,
  UNKNOWN,
  unionOf,
  withoutNull,
} from './type.ts';

/** Requires an array; gives the type of its elements, unknown if there is none. */
export function needArray(expr: Expr, typed: Typed, what: string, site: Site): Type {
  const { types } = site.scope;
  const members = alternatives(typed.type, types);
  if (members.every((member) => member.kind === 'array' || member.kind === 'unknown')) {
    return unionOf(members.map((member) => (member.kind === 'array' ? member.element : UNKNOWN)));
  }
  const rest = alternatives(withoutNull(typed.type, types), types);
  const isNullable =
    admitsNull(typed.type, types) && rest.length > 0 && rest.every((member) => member.kind === 'array');
  const fixes = isNullable ? [wrap('Use [] instead of null', expr.span, 'coalesce(', ', [])')] : [];
  const message = `${what} takes an array; this is ${showType(typed.type)}`;
  site.report('E_TYPE_MISMATCH', expr.span, message, { fixes, notes: declaredAt(expr, site) });
  return UNKNOWN;
}

function nameOf(call: CallExpr): string {
  return `\`${call.callee.text}\``;
}

/** An array in; the result follows from the array and its element. */
export function ofArray(result: (array: Typed, element: Type) => Typed): Check {
  return (call, site) => {
    const [first, ...others] = call.args;
    if (first === undefined) return UNTOLD;
    const array = site.infer(first);
    const element = needArray(first, array, nameOf(call), site);
    for (const other of others) needNumber(other, site.infer(other), nameOf(call), site);
    return result(array, element);
  };
}

export const checkFlat: Check = (call, site) => {
  const inner = ofArray((_, element) => sure(element))(call, site, undefined);
  const parts = alternatives(inner.type, site.scope.types);
  return sure(arrayOf(unionOf(parts.map((part) => (part.kind === 'array' ? part.element : part)))));
};

/** The scope of a callback over elements of a type. */
function callbackSite(element: Type, site: Site): Site {
  return site.in({ ...site.scope, item: sure(element), narrowing: withoutItem(site.scope.narrowing) });
}

/** filter, find, every, some: an array and a boolean callback. */
export function withPredicate(result: (array: Typed, element: Type) => Type): Check {
  return (call, site) => {
    const [first, predicate] = call.args;
    if (first === undefined || predicate === undefined) return UNTOLD;
    const array = site.infer(first);
    const element = needArray(first, array, nameOf(call), site);
    const inner = callbackSite(element, site);
    needBoolean(predicate, inner.infer(predicate), `the callback of ${nameOf(call)}`, inner);
    return sure(result(array, element));
  };
}

export const checkMap: Check = (call, site, expected) => {
  const [first, mapper] = call.args;
  if (first === undefined || mapper === undefined) return UNTOLD;
  const element = needArray(first, site.infer(first), nameOf(call), site);
  return sure(arrayOf(callbackSite(element, site).infer(mapper, itemExpected(expected, site)).type));
};

/** What each element has to be where one array type is expected. */
function itemExpected(expected: Expected | undefined, site: Site): Expected | undefined {
  if (expected === undefined) return undefined;
  const arrays = alternatives(expected.type, site.scope.types).filter((member) => member.kind === 'array');
  const [only] = arrays;
  if (arrays.length !== 1 || only?.kind !== 'array') return undefined;
  return expectedInside(expected, only.element, `an element of ${expected.place}`);
}

export const checkAppend: Check = (call, site, expected) => {
  const [first, ...items] = call.args;
  if (first === undefined) return UNTOLD;
  const element = needArray(first, site.infer(first), nameOf(call), site);
  const inner = itemExpected(expected, site);
  const added = items.map((item) => site.infer(item, inner).type);
  const isEmptyLiteral = isEmptyArray(first);
  return sure(arrayOf(unionOf(isEmptyLiteral ? added : [element, ...added])));
};

function isEmptyArray(expr: Expr): boolean {
  const bare = unwrapGroup(expr);
  return bare.kind === 'array' && bare.elements.length === 0;
}

export const checkAt: Check = (call, site) => {
  const [object, index] = call.args;
  if (object === undefined || index === undefined) return UNTOLD;
  return inferIndex(object, site.infer(object), index, site);
};

/** `object[index]` and `at(object, index)`. */
export function inferIndex(object: Expr, typed: Typed, index: Expr, site: Site): Typed {
  const literal = literalNumber(index) ?? literalValue(index);
  const read = {
    object: object.span,
    index: site.infer(index),
    at: index.span,
    literal: typeof literal === 'boolean' ? undefined : literal,
  };
  return readIndex(typed, read, site);
}

export const checkLen: Check = (call, site) => {
  const [arg] = call.args;
  if (arg === undefined) return sure(NUMBER);
  const typed = site.infer(arg);
  const { types } = site.scope;
  const isCounted = (member: Type) =>
    member.kind === 'unknown' || member.kind === 'array' || isObjectLike(member) || primitiveKind(member) === 'string';
  if (alternatives(typed.type, types).every(isCounted)) return sure(NUMBER);
  const rest = alternatives(withoutNull(typed.type, types), types);
  const spare = rest.every((member) => member.kind === 'array') ? '[]' : '""';
  const isMendable =
    rest.length > 0 && rest.every((member) => member.kind === 'array' || primitiveKind(member) === 'string');
  const fixes = isMendable ? [wrap(`Use ${spare} instead of null`, arg.span, 'coalesce(', `, ${spare})`)] : [];
  const message = `\`len\` takes an array, a string, an object or a Record; this is ${showType(typed.type)}`;
  site.report('E_TYPE_MISMATCH', arg.span, message, { fixes, notes: declaredAt(arg, site) });
  return sure(NUMBER);
};

export const checkIncludes: Check = (call, site) => {
  const [list, item] = call.args;
  if (list === undefined || item === undefined) return sure(BOOLEAN);
  const typed = site.infer(list);
  const members = alternatives(typed.type, site.scope.types);
  const isText = members.some((member) => primitiveKind(member) === 'string');
  const searched = site.infer(item);
  if (!isText || members.some((member) => isNullType(member))) {
    const element = needArray(list, typed, nameOf(call), site);
    warnNeverIncluded([list, sure(element)], [item, searched], site);
  } else if (members.every((member) => primitiveKind(member) === 'string')) {
    const message = '`includes` looks into arrays and is false for a string; `strIncludes` looks into a string';
    const fixes = [replace('Use `strIncludes`', call.callee.span, 'strIncludes')];
    site.report('W_CONSTANT_CONDITION', call.callee.span, message, { fixes });
  }
  return sure(BOOLEAN);
};

function warnNeverIncluded(list: readonly [Expr, Typed], item: readonly [Expr, Typed], site: Site): void {
  const [elements, searched] = [list, item].map(([, { type }]) =>
    alternatives(type, site.scope.types).filter((member) => !isNullType(member)),
  );
  if (elements === undefined || searched === undefined || elements.length === 0 || searched.length === 0) return;
  const kinds = new Set(elements.map((member) => primitiveKind(member)));
  // Undefined is not known.
  if (kinds.has(undefined) || searched.some((member) => primitiveKind(member) === undefined)) return;
  if (searched.some((member) => primitiveKind(member) !== null && kinds.has(primitiveKind(member)))) {
    warnNeverEqual(list, item, '`includes` is always false', site);
    return;
  }
  const message = `\`includes\` is always false: it finds ${showType(item[1].type)} nowhere in ${showType(arrayOf(list[1].type))}`;
  site.report('W_CONSTANT_CONDITION', item[0].span, message);
}

/** The result of `first`, `last`: an element, if there is one. */
export function anElement(_: Typed, element: Type): Typed {
  return { type: element, maybeNull: 'the array may be empty' };
}

/** The result of `find`. */
export function foundElement(_: Typed, element: Type): Type {
  return nullable(element);
}
