import { chainOf, leftOperand } from '../engine/spine.ts';
import { joinPath, splitPath } from '../schema/get-path.ts';
import type { Expr, Schema } from '../schema/ir.ts';
import {
  admitsNull,
  alternatives,
  arrayOf,
  BOOLEAN,
  elementOf,
  type Inferred,
  isNullType,
  memberOf,
  NULL,
  NUMBER,
  OBJECT,
  objectOf,
  recordOf,
  STRING,
  typeOfJson,
  UNKNOWN,
  unionOf,
  withoutNull,
} from './type-algebra.ts';

/** What the names in an expression stand for. */
export interface TypeScope {
  readonly schema: Schema;
  readonly computed: ReadonlyMap<string, Inferred>;
  readonly input: Inferred | undefined;
  /** Elements of the callbacks around, innermost first. */
  readonly items: readonly Inferred[];
  /** Paths that are known not to be null here. */
  readonly present: ReadonlySet<string>;
  /** What is known here of values that are compared with literals. */
  readonly facts: readonly ValueFact[];
}

/** That the value at a path is a literal, or is not. */
interface ValueFact {
  readonly path: string;
  readonly value: Literal;
  readonly isEqual: boolean;
}

type Literal = string | number | boolean;

/** The types of all computed values, as they are at run time: null stands where a result may be null. */
export function computedTypes(schema: Schema): ReadonlyMap<string, Inferred> {
  const computed = new Map<string, Inferred>();
  const scope: TypeScope = { schema, computed, input: undefined, items: [], present: new Set(), facts: [] };
  for (const [name, { expr }] of Object.entries(schema.computed.fields)) computed.set(name, typeOf(expr, scope));
  return computed;
}

/** The type of the value of an expression; `unknown` where the schema does not show it. Chains may be of any length. */
export function typeOf(expr: Expr, scope: TypeScope): Inferred {
  const chain = chainOf(expr);
  let type: Inferred | undefined;
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i];
    if (node !== undefined) type = typeOfNode(node, scope, type);
  }
  return type ?? UNKNOWN;
}

/** `left`: the type of the operand that chains grow along, where it is known already. */
function typeOfNode(expr: Expr, scope: TypeScope, left: Inferred | undefined): Inferred {
  const { schema } = scope;
  const of = (inner: Expr): Inferred =>
    left !== undefined && inner === leftOperand(expr) ? left : typeOf(inner, scope);
  switch (expr.kind) {
    case 'lit':
      return typeOfJson(expr.value);
    case 'get':
      return typeOfPath(expr.path, scope);
    case 'add':
    case 'sub':
    case 'mul':
    case 'min':
    case 'max':
    case 'abs':
    case 'neg':
    case 'floor':
    case 'ceil':
    case 'round':
    case 'sumArray':
    case 'len':
    case 'strLen':
    case 'indexOf':
    case 'toNumber':
      return NUMBER;
    case 'div':
    case 'mod':
      return expr.right.kind === 'lit' && typeof expr.right.value === 'number' && expr.right.value !== 0
        ? NUMBER
        : unionOf([NUMBER, NULL]);
    case 'pow':
    case 'sqrt':
    case 'minArray':
    case 'maxArray':
      return unionOf([NUMBER, NULL]);
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'and':
    case 'or':
    case 'not':
    case 'isNull':
    case 'toBoolean':
    case 'startsWith':
    case 'endsWith':
    case 'strIncludes':
    case 'includes':
    case 'every':
    case 'some':
    case 'hasKey':
      return BOOLEAN;
    case 'toString':
    case 'substring':
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
    case 'replace':
      return STRING;
    case 'typeof':
      return unionOf(
        ['null', 'boolean', 'number', 'string', 'array', 'object'].map((value) => ({ kind: 'literal', value })),
      );
    case 'split':
    case 'keys':
      return arrayOf(STRING);
    case 'if':
      return typeOfBranches(expr, scope);
    case 'coalesce':
      return typeOfCoalesce(expr.args.map(of), schema);
    case 'concat':
      return typeOfConcat(expr.args.map(of), schema);
    case 'at':
    case 'first':
    case 'last':
      return unionOf([elementOf(schema, of(expr.array)), NULL]);
    case 'slice':
    case 'reverse':
    case 'unique':
    case 'filter':
      return arrayOf(elementOf(schema, of(expr.array)));
    case 'flat':
      return arrayOf(flattened(elementOf(schema, of(expr.array)), schema));
    case 'find':
      return unionOf([elementOf(schema, of(expr.array)), NULL]);
    case 'map':
      return arrayOf(typeOf(expr.mapper, inCallback(elementOf(schema, of(expr.array)), scope)));
    case 'append':
      return arrayOf(
        unionOf([...(isEmptyList(expr.array) ? [] : [elementOf(schema, of(expr.array))]), ...expr.items.map(of)]),
      );
    case 'object':
      return objectOf(Object.entries(expr.fields).map(([name, field]) => [name, { type: of(field), optional: false }]));
    case 'field':
      return memberOf(schema, of(expr.object), expr.property);
    case 'values':
      return arrayOf(elementOf(schema, of(expr.obj)));
    case 'entries':
      return arrayOf(arrayOf(UNKNOWN));
    case 'fromEntries':
      return recordOf(UNKNOWN);
    case 'merge':
      return mergedType(expr.objects.map(of), schema);
    case 'pick':
    case 'omit':
      return restricted(expr.kind, of(expr.obj), expr.keys, schema);
  }
}

function typeOfPath(path: string, scope: TypeScope): Inferred {
  const { schema, present, facts } = scope;
  const [root = '', ...rest] = splitPath(path);
  if (root === '$runtime') return runtimeType(path);
  const known = (type: Inferred, length: number): Inferred => {
    const here = joinPath([root, ...rest.slice(0, length)]);
    const there = present.has(here) ? withoutNull(schema, type) : type;
    return facts.reduce((left, fact) => narrowedBy(fact, here, left, schema), there);
  };
  const start = known(rootType(root, rest, scope), 0);
  return rest.reduce((type, name, index) => known(memberOf(schema, type, name), index + 1), start);
}

function runtimeType(path: string): Inferred {
  if (path === '$runtime.time.timestamp') return NUMBER;
  return path === '$runtime.time.iso' ? unionOf([STRING, NULL]) : STRING;
}

function rootType(root: string, rest: readonly string[], { schema, items, input, computed }: TypeScope): Inferred {
  const item = /^(\^*)\$item$/.exec(root);
  if (item !== null) return items[item[1]?.length ?? 0] ?? UNKNOWN;
  if (root === '$context')
    return objectOf(
      Object.entries(schema.context?.fields ?? {}).map(([name, field]) => [
        name,
        { type: field.type, optional: false },
      ]),
    );
  // Properties of a state field of that name are read by `field`.
  if (root === 'input' && rest.length > 0 && input !== undefined) return input;
  if (Object.hasOwn(schema.state.fields, root)) return schema.state.fields[root]?.type ?? UNKNOWN;
  return computed.get(root) ?? UNKNOWN;
}

/** A `match` is a long chain of these, so it is walked and not entered. */
function typeOfBranches(expr: Extract<Expr, { kind: 'if' }>, scope: TypeScope): Inferred {
  const types: Inferred[] = [];
  let rest: Expr = expr;
  let around = scope;
  while (rest.kind === 'if') {
    types.push(typeOf(rest.then, where(rest.cond, true, around)));
    around = where(rest.cond, false, around);
    rest = rest.else;
  }
  return unionOf([...types, typeOf(rest, around)]);
}

/** The scope of a callback: `$item` is another one there, so that nothing is known of it. */
function inCallback(element: Inferred, scope: TypeScope): TypeScope {
  const isOutside = (path: string) => !/^\^*\$item/.test(path);
  return {
    ...scope,
    items: [element, ...scope.items],
    present: new Set([...scope.present].filter(isOutside)),
    facts: scope.facts.filter(({ path }) => isOutside(path)),
  };
}

/** More facts than these are not kept: each is looked at for each path. */
const MOST_FACTS = 64;

/** What is known where the condition has that outcome besides what is known around it. Conditions may be chains of any length. */
function where(condition: Expr, wanted: boolean, scope: TypeScope): TypeScope {
  const found: string[] = [];
  const facts: ValueFact[] = [];
  const open: (readonly [Expr, boolean])[] = [[condition, wanted]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [cond, outcome] = next;
    if (cond.kind === 'not') open.push([cond.arg, !outcome]);
    else if (cond.kind === (outcome ? 'and' : 'or')) for (const arg of cond.args) open.push([arg, outcome]);
    else if (cond.kind === 'isNull') {
      if (!outcome && cond.arg.kind === 'get') found.push(cond.arg.path);
    } else if ((cond.kind === 'eq' || cond.kind === 'neq') && cond.left.kind === 'get' && cond.right.kind === 'lit') {
      const isEqual = (cond.kind === 'eq') === outcome;
      const { value } = cond.right;
      if (isEqual === (value !== null)) found.push(cond.left.path);
      if (value !== null && typeof value !== 'object') facts.push({ path: cond.left.path, value, isEqual });
    }
  }
  if (found.length === 0 && facts.length === 0) return scope;
  const present = found.length === 0 ? scope.present : new Set([...scope.present, ...found]);
  return { ...scope, present, facts: [...scope.facts, ...facts].slice(-MOST_FACTS) };
}

/** The alternatives of what stands at a path that a fact about it, or about a field of it, leaves. */
function narrowedBy({ path, value, isEqual }: ValueFact, here: string, type: Inferred, schema: Schema): Inferred {
  const isSame = path === here;
  if (!isSame && !path.startsWith(`${here}.`)) return type;
  const [name, ...deeper] = isSame ? [] : splitPath(path.slice(here.length + 1));
  if (deeper.length > 0) return type;
  const members = alternatives(schema, type);
  if (members.length > MOST_FACTS) return type;
  const left = members.filter((member) => {
    const values = name === undefined ? member : member.kind === 'object' ? memberOf(schema, member, name) : member;
    if (name !== undefined && member.kind !== 'object') return !isNullType(member) || !isEqual;
    const parts = alternatives(schema, values);
    const isOnly = parts.every((part) => part.kind === 'literal' && part.value === value);
    return isEqual ? parts.some((part) => mayBe(part, value)) : !isOnly;
  });
  return left.length === members.length ? type : unionOf(left);
}

function mayBe(type: Inferred, value: Literal): boolean {
  if (type.kind === 'unknown') return true;
  if (type.kind === 'literal') return type.value === value;
  return type.kind === 'primitive' && type.type === typeof value;
}

function typeOfCoalesce(types: readonly Inferred[], schema: Schema): Inferred {
  const present = types.flatMap((type) => alternatives(schema, type).filter((one) => !isNullType(one)));
  const isNullable = types.every((type) => admitsNull(schema, type));
  return unionOf(isNullable ? [...present, NULL] : present);
}

function typeOfConcat(types: readonly Inferred[], schema: Schema): Inferred {
  if (types.some((type) => type.kind === 'unknown')) return UNKNOWN;
  const parts = types.map((type) => alternatives(schema, type));
  const isList = (type: Inferred) => type.kind === 'array';
  if (!parts.some((some) => some.some(isList))) return STRING;
  const elements = parts.flat().flatMap((type) => {
    if (isList(type)) return [elementOf(schema, type)];
    return isNullType(type) ? [] : [type];
  });
  const list = arrayOf(unionOf(elements));
  // An array that may be absent leaves the other values to be joined as texts.
  return parts.some((some) => some.every(isList)) ? list : unionOf([list, STRING]);
}

function isEmptyList(expr: Expr): boolean {
  return expr.kind === 'lit' && Array.isArray(expr.value) && expr.value.length === 0;
}

function flattened(element: Inferred, schema: Schema): Inferred {
  return unionOf(alternatives(schema, element).map((one): Inferred => (one.kind === 'array' ? one.element : one)));
}

/** Contributors from left to right: a field is optional unless a later one surely gives it. */
function mergedType(types: readonly Inferred[], schema: Schema): Inferred {
  const fields = new Map<string, { type: Inferred; optional: boolean }>();
  for (const type of types) {
    const known = alternatives(schema, type).filter((one) => !isNullType(one));
    const [object] = known;
    if (known.length !== 1 || object?.kind !== 'object') return OBJECT;
    const mayBeNull = admitsNull(schema, type);
    for (const [name, field] of Object.entries(object.fields)) {
      const isSure = !field.optional && !mayBeNull;
      const before = fields.get(name);
      if (isSure || before === undefined) fields.set(name, { type: field.type, optional: !isSure });
      else fields.set(name, { type: unionOf([before.type, field.type]), optional: before.optional });
    }
  }
  return objectOf(fields);
}

function restricted(kind: 'pick' | 'omit', type: Inferred, keys: Expr, schema: Schema): Inferred {
  const [object, ...others] = alternatives(schema, type);
  if (object?.kind !== 'object' || others.length > 0 || keys.kind !== 'lit' || !Array.isArray(keys.value))
    return OBJECT;
  const listed = new Set<unknown>(keys.value);
  return objectOf(Object.entries(object.fields).filter(([name]) => listed.has(name) === (kind === 'pick')));
}
