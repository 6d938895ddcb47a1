import type { Json } from '../../schema/ir.ts';
import { isArray, isObject, own, toNumber } from '../values.ts';

/** Elements, code units or own keys; 0 of other values. */
export function len(value: Json): number {
  if (typeof value === 'string' || isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** The element at an index, or the own value of a text key; null where there is none. */
export function at(container: Json, key: Json): Json {
  if (isArray(container)) return container[toNumber(key)] ?? null;
  return typeof key === 'string' ? own(container, key) : null;
}

export const first = (list: Json): Json => (isArray(list) ? (list[0] ?? null) : null);
export const last = (list: Json): Json => (isArray(list) ? (list[list.length - 1] ?? null) : null);
export const reverse = (list: Json): Json[] => (isArray(list) ? list.slice().reverse() : []);
export const unique = (list: Json): Json[] => (isArray(list) ? [...new Set(list)] : []);

/** Exactly one level. */
export function flat(list: Json): Json[] {
  const result: Json[] = [];
  if (!isArray(list)) return result;
  for (const item of list) {
    if (isArray(item)) for (const inner of item) result.push(inner);
    else result.push(item);
  }
  return result;
}

/** Negative positions count from the end, fractions are cut. */
export function slice(list: Json, start: Json, end?: Json): Json[] {
  if (!isArray(list)) return [];
  return end === undefined ? list.slice(toNumber(start)) : list.slice(toNumber(start), toNumber(end));
}

export function append(list: Json, items: readonly Json[]): Json[] {
  return isArray(list) ? list.concat(items) : items.slice();
}

export const includes = (list: Json, item: Json): boolean => isArray(list) && list.includes(item);
