import type { Json } from '../schema/ir.ts';
import { alternatives, type Type, type TypeTable } from './type.ts';

/** Whether a value belongs to a type, at every depth: closed objects, all required keys, arrays without holes. */
export function member(value: Json, type: Type, types: TypeTable): boolean {
  return alternatives(type, types).some((alternative) => memberOfOne(value, alternative, types));
}

function memberOfOne(value: Json, type: Type, types: TypeTable): boolean {
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'literal':
      return value === type.value;
    case 'primitive':
      return memberOfPrimitive(value, type.type);
    case 'array':
      return Array.isArray(value) && value.every((item) => member(item, type.element, types));
    case 'record':
      return (
        isPlain(value) &&
        Object.keys(value).every((key) => {
          const entry = value[key];
          return entry !== undefined && member(key, type.key, types) && member(entry, type.value, types);
        })
      );
    case 'object':
      return isPlain(value) && memberOfObject(value, type, types);
    default:
      return member(value, type, types);
  }
}

function memberOfPrimitive(value: Json, name: string): boolean {
  if (name === 'null') return value === null;
  if (name === 'object') return isPlain(value);
  if (name === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === name;
}

function memberOfObject(
  value: { readonly [key: string]: Json },
  type: Extract<Type, { kind: 'object' }>,
  types: TypeTable,
): boolean {
  for (const key of Object.keys(value)) if (!type.fields.has(key)) return false;
  for (const [name, field] of type.fields) {
    const entry = Object.hasOwn(value, name) ? value[name] : undefined;
    if (entry === undefined ? !field.optional : !member(entry, field.type, types)) return false;
  }
  return true;
}

function isPlain(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
