import type { Json } from '../../schema/ir.ts';
import { isArray, isObject, type MutableObject, own, setOwn, sortedKeys } from '../values.ts';

function container(value: Json): value is { readonly [key: string]: Json } | readonly Json[] {
  return typeof value === 'object' && value !== null;
}

function member(holder: { readonly [key: string]: Json } | readonly Json[], key: string): Json {
  return (holder as { readonly [key: string]: Json })[key] ?? null;
}

/** Own keys, ascending by code point; of an array its indexes. */
export const keys = (value: Json): string[] => (container(value) ? sortedKeys(value) : []);
export const values = (value: Json): Json[] =>
  container(value) ? sortedKeys(value).map((key) => member(value, key)) : [];
/** `[key, value]` pairs in the order of `keys`. */
export const entries = (value: Json): Json[] =>
  container(value) ? sortedKeys(value).map((key) => [key, member(value, key)]) : [];

/** Shallow, later wins; what is no object adds nothing. */
export function merge(objects: readonly Json[]): MutableObject {
  const result: MutableObject = {};
  for (const object of objects) {
    if (!isObject(object)) continue;
    for (const key of Object.keys(object)) setOwn(result, key, object[key] ?? null);
  }
  return result;
}

export const hasKey = (object: Json, key: Json): boolean =>
  typeof key === 'string' && isObject(object) && Object.hasOwn(object, key);

export function pick(object: Json, names: Json): MutableObject {
  const result: MutableObject = {};
  if (!isObject(object) || !isArray(names)) return result;
  for (const name of names)
    if (typeof name === 'string' && Object.hasOwn(object, name)) setOwn(result, name, own(object, name));
  return result;
}

export function omit(object: Json, names: Json): MutableObject {
  const result: MutableObject = {};
  if (!isObject(object)) return result;
  const left = new Set(isArray(names) ? names : []);
  for (const key of Object.keys(object)) if (!left.has(key)) setOwn(result, key, own(object, key));
  return result;
}

/** From `[key, value]` pairs; other elements are left out, later pairs win. */
export function fromEntries(pairs: Json): MutableObject {
  const result: MutableObject = {};
  if (!isArray(pairs)) return result;
  for (const pair of pairs) {
    if (!isArray(pair) || pair.length !== 2) continue;
    const [key, value] = pair;
    if (typeof key === 'string') setOwn(result, key, value ?? null);
  }
  return result;
}
