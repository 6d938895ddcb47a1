import type { Json } from '../../src/mel/schema/ir.ts';
import { isDict, isList, ownValue } from './naive/coercions.ts';

interface Field {
  readonly type: Shape;
  readonly optional: boolean;
}

/** A type of the checker, of a schema or of a declaration. */
export type Shape =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'primitive'; readonly type: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'array'; readonly element: Shape }
  | { readonly kind: 'record'; readonly value: Shape }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Field> | { readonly [name: string]: Field } }
  | { readonly kind: 'union'; readonly types: readonly Shape[] }
  | { readonly kind: 'ref'; readonly name: string };

/** What the name of a type stands for. */
export type Resolve = (name: string) => Shape | undefined;

/** Section 5.1. */
export function isMember(type: Shape, value: Json | undefined, resolve: Resolve): boolean {
  if (value === undefined) return false;
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'primitive':
      return isPrimitive(type.type, value);
    case 'literal':
      return value === type.value;
    case 'array':
      return isList(value) && Array.from(value).every((item) => isMember(type.element, item, resolve));
    case 'record':
      return isDict(value) && Object.values(value).every((item) => isMember(type.value, item, resolve));
    case 'object':
      return isDict(value) && hasFields(type.fields, value, resolve);
    case 'union':
      return type.types.some((alternative) => isMember(alternative, value, resolve));
    case 'ref': {
      const definition = resolve(type.name);
      return definition !== undefined && isMember(definition, value, resolve);
    }
  }
}

function isPrimitive(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'object') return isDict(value);
  return typeof value === type && (typeof value !== 'number' || Number.isFinite(value));
}

function hasFields(
  given: Extract<Shape, { kind: 'object' }>['fields'],
  value: { readonly [key: string]: Json },
  resolve: Resolve,
): boolean {
  const fields = given instanceof Map ? given : new Map(Object.entries(given));
  const names = Object.keys(value);
  if (names.some((name) => !fields.has(name))) return false;
  return [...fields].every(([name, { type, optional }]) => {
    if (names.includes(name)) return isMember(type, ownValue(value, name), resolve);
    return optional;
  });
}
