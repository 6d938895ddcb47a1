import { appendAll } from '../../base/append-all.ts';
import type { Json, Schema, TypeDef } from '../schema/ir.ts';

/** A type as far as a schema shows it. */
export type Inferred = TypeDef | { readonly kind: 'unknown' };

export const UNKNOWN: Inferred = { kind: 'unknown' };
export const NUMBER: Inferred = { kind: 'primitive', type: 'number' };
export const STRING: Inferred = { kind: 'primitive', type: 'string' };
export const BOOLEAN: Inferred = { kind: 'primitive', type: 'boolean' };
export const NULL: Inferred = { kind: 'primitive', type: 'null' };
export const OBJECT: Inferred = { kind: 'primitive', type: 'object' };

/** More alternatives than a reader of a type wants to see. */
const MOST_LITERALS = 24;

export function arrayOf(element: Inferred): Inferred {
  // An unknown element has no TypeDef; the type text knows the kind all the same.
  return { kind: 'array', element: element as TypeDef };
}

export function recordOf(value: Inferred): Inferred {
  return { kind: 'record', key: STRING as TypeDef, value: value as TypeDef };
}

/** The alternatives of a type, references followed. */
export function alternatives(schema: Schema, type: Inferred): readonly Inferred[] {
  const found: Inferred[] = [];
  const open: Inferred[] = [type];
  const seen = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'union') appendAll(open, next.types.toReversed());
    else if (next.kind !== 'ref') found.push(next);
    else if (!seen.has(next.name)) {
      seen.add(next.name);
      open.push(Object.hasOwn(schema.types, next.name) ? (schema.types[next.name]?.definition ?? UNKNOWN) : UNKNOWN);
    }
  }
  return found;
}

export function isNullType(type: Inferred): boolean {
  return (type.kind === 'primitive' && type.type === 'null') || (type.kind === 'literal' && type.value === null);
}

export function admitsNull(schema: Schema, type: Inferred): boolean {
  return alternatives(schema, type).some((one) => one.kind === 'unknown' || isNullType(one));
}

/** The type without null; references stay where they never admit it. */
export function withoutNull(schema: Schema, type: Inferred): Inferred {
  return admitsNull(schema, type) && type.kind !== 'unknown'
    ? unionOf(alternatives(schema, type).filter((one) => !isNullType(one)))
    : type;
}

/** The union, flat, each alternative once, null last. */
export function unionOf(types: readonly Inferred[]): Inferred {
  const flat = types.flatMap((type): readonly Inferred[] => (type.kind === 'union' ? type.types : [type]));
  if (flat.some((type) => type.kind === 'unknown')) return UNKNOWN;
  const byText = new Map<string, Inferred>(flat.map((type) => [JSON.stringify(type), type]));
  const distinct = [...byText.values()];
  const rest = widened(distinct.filter((type) => !isNullType(type)));
  const all = distinct.some(isNullType) ? [...rest, NULL] : rest;
  return all.length === 1 ? (all[0] ?? UNKNOWN) : { kind: 'union', types: all as readonly TypeDef[] };
}

/** Literals give way to their primitive where it is there too, or where they are too many. */
function widened(types: readonly Inferred[]): readonly Inferred[] {
  const primitives = new Set(types.flatMap((type) => (type.kind === 'primitive' ? [type.type] : [])));
  const literals = types.filter((type) => type.kind === 'literal');
  if (literals.length > MOST_LITERALS)
    return unionOfAll([...types.filter((type) => type.kind !== 'literal'), ...literals.map(primitiveOf)]);
  return types.filter((type) => type.kind !== 'literal' || !primitives.has(typeof type.value as 'string'));
}

function unionOfAll(types: readonly Inferred[]): readonly Inferred[] {
  const union = unionOf(types);
  return union.kind === 'union' ? union.types : [union];
}

function primitiveOf(type: Inferred): Inferred {
  if (type.kind !== 'literal' || type.value === null) return type;
  if (typeof type.value === 'number') return NUMBER;
  return typeof type.value === 'string' ? STRING : BOOLEAN;
}

/** The type of a constant. */
export function typeOfJson(value: Json): Inferred {
  if (value === null) return NULL;
  if (typeof value !== 'object') return { kind: 'literal', value };
  if (Array.isArray(value))
    return arrayOf(value.length === 0 ? UNKNOWN : unionOf(value.map((item) => primitiveOf(typeOfJson(item)))));
  const fields = Object.entries(value).map(
    ([name, field]) => [name, { type: typeOfJson(field), optional: false }] as const,
  );
  return objectOf(fields);
}

type Field = { readonly type: Inferred; readonly optional: boolean };

export function objectOf(fields: Iterable<readonly [string, Field]>): Inferred {
  return { kind: 'object', fields: Object.fromEntries(fields) as Extract<TypeDef, { kind: 'object' }>['fields'] };
}

/** What reading `name` of a value of the type gives; null where it may be absent. */
export function memberOf(schema: Schema, type: Inferred, name: string): Inferred {
  return unionOf(
    alternatives(schema, type).map((one): Inferred => {
      switch (one.kind) {
        case 'object': {
          const field = Object.hasOwn(one.fields, name) ? one.fields[name] : undefined;
          if (field === undefined) return NULL;
          return field.optional ? unionOf([field.type, NULL]) : field.type;
        }
        case 'record':
          return unionOf([one.value, NULL]);
        case 'array':
          return unionOf([one.element, NULL]);
        case 'primitive':
          return one.type === 'object' ? UNKNOWN : NULL;
        case 'unknown':
          return UNKNOWN;
        default:
          return NULL;
      }
    }),
  );
}

/** Elements of an array, values of an object. */
export function elementOf(schema: Schema, type: Inferred): Inferred {
  const elements = alternatives(schema, type).flatMap((one): readonly Inferred[] => {
    switch (one.kind) {
      case 'array':
        return [one.element];
      case 'record':
        return [one.value];
      case 'object':
        return Object.values(one.fields).map((field) => field.type);
      case 'primitive':
        return one.type === 'object' ? [UNKNOWN] : [];
      case 'unknown':
        return [UNKNOWN];
      default:
        return [];
    }
  });
  return elements.length === 0 ? UNKNOWN : unionOf(elements);
}
