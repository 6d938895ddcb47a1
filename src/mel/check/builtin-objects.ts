import type { Expr } from '../syntax/ast.ts';
import { fieldsOf, readProperty } from './access.ts';
import { needArray } from './builtin-arrays.ts';
import type { Check } from './builtin-checks.ts';
import { unwrapGroup } from './expr-parts.ts';
import { need } from './fit.ts';
import { contribute, type Fields } from './literals.ts';
import type { Typed } from './scope.ts';
import { showType } from './show-type.ts';
import { type CallExpr, type Site, sure, UNTOLD } from './site.ts';
import {
  alternatives,
  arrayOf,
  BOOLEAN,
  isNullType,
  OBJECT,
  primitiveKind,
  STRING,
  type Type,
  UNKNOWN,
  unionOf,
} from './type.ts';

export const checkMerge: Check = (call, site) => {
  const fields: Fields = new Map();
  let isKnown = true;
  for (const arg of call.args) isKnown = contribute(site.infer(arg), arg, '`merge`', fields, site) && isKnown;
  return isKnown ? sure({ kind: 'object', fields }) : UNTOLD;
};

/** keys, values, entries: anything but a string, number or boolean. */
export function ofObject(result: (members: readonly Type[]) => Type): Check {
  return (call, site) => {
    const [arg] = call.args;
    if (arg === undefined) return UNTOLD;
    const typed = site.infer(arg);
    needObject(arg, typed, call, site);
    return sure(result(alternatives(typed.type, site.scope.types)));
  };
}

function needObject(arg: Expr, typed: Typed, call: CallExpr, site: Site): void {
  const members = alternatives(typed.type, site.scope.types);
  if (!members.some((member) => primitiveKind(member) !== null && primitiveKind(member) !== undefined)) return;
  const message = `\`${call.callee.text}\` takes an object or a Record; this is ${showType(typed.type)}`;
  site.report('E_TYPE_MISMATCH', arg.span, message);
}

export function valuesOf(members: readonly Type[]): Type {
  const found: Type[] = [];
  for (const member of members) {
    if (member.kind === 'array') found.push(member.element);
    else if (member.kind === 'record') found.push(member.value);
    else if (member.kind === 'object') for (const field of member.fields.values()) found.push(field.type);
    else if (!isNullType(member)) found.push(UNKNOWN);
  }
  return arrayOf(found.length === 0 ? UNKNOWN : unionOf(found));
}

export const checkField: Check = (call, site) => {
  const [object, property] = call.args;
  if (object === undefined || property === undefined) return UNTOLD;
  const typed = site.infer(object);
  const name = unwrapGroup(property);
  if (name.kind !== 'string') {
    site.infer(property);
    if (property.kind !== 'missing') {
      site.report(
        'E_ARG_FORM',
        property.span,
        'the second argument of `field` is a string literal; use `at` for others',
      );
    }
    return UNTOLD;
  }
  return readProperty(typed, { name: name.value, object: object.span, at: property.span, isPlain: false }, site);
};

export const checkHasKey: Check = (call, site) => {
  const [object, key] = call.args;
  if (object === undefined || key === undefined) return sure(BOOLEAN);
  needObject(object, site.infer(object), call, site);
  need('string', key, site.infer(key), '`hasKey`', site);
  return sure(BOOLEAN);
};

/** pick and omit. A Record stays one; an object type keeps what a literal list of keys leaves. */
export const checkPick: Check = (call, site) => {
  const [object, list] = call.args;
  if (object === undefined || list === undefined) return sure(OBJECT);
  const typed = site.infer(object);
  needObject(object, typed, call, site);
  const element = needArray(list, site.infer(list), `\`${call.callee.text}\``, site);
  const isText = alternatives(element, site.scope.types).every(
    (member) => (primitiveKind(member) ?? (member.kind === 'unknown' ? 'string' : null)) === 'string',
  );
  if (!isText) {
    const message = `the keys of \`${call.callee.text}\` are strings; these are ${showType(element)}`;
    site.report('E_TYPE_MISMATCH', list.span, message);
  }
  const source = alternatives(typed.type, site.scope.types).filter((member) => !isNullType(member));
  const [only] = source;
  if (source.length === 1 && only?.kind === 'record') return sure(only);
  if (source.some((member) => member.kind === 'unknown')) return UNTOLD;
  const fields = fieldsOf(typed.type, site.scope.types)?.fields;
  const keys = literalKeys(list);
  if (fields === undefined || keys === null || source.length !== alternatives(typed.type, site.scope.types).length)
    return sure(OBJECT);
  const kept = [...fields].filter(([name]) => keys.has(name) === (call.callee.text === 'pick'));
  return sure({ kind: 'object', fields: new Map(kept) });
};

function literalKeys(expr: Expr): ReadonlySet<string> | null {
  const bare = unwrapGroup(expr);
  if (bare.kind !== 'array') return null;
  const keys = new Set<string>();
  for (const element of bare.elements) {
    const key = unwrapGroup(element);
    if (key.kind !== 'string') return null;
    keys.add(key.value);
  }
  return keys;
}

export const checkFromEntries: Check = (call, site) => {
  const [pairs] = call.args;
  if (pairs !== undefined) needArray(pairs, site.infer(pairs), '`fromEntries`', site);
  return sure({ kind: 'record', key: STRING, value: UNKNOWN });
};
