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

/** The first of each primitive; lists and objects equal nothing, so all of them stay. */
export function unique(list: Json): Json[] {
  return isArray(list) ? uniqueBy(list, (item) => item) : [];
}

/** The first item for each primitive key. */
export function uniqueBy(list: readonly Json[], keyOf: (item: Json, index: number) => Json): Json[] {
  const seen = new Set<Json>();
  return list.filter((item, i) => {
    const key = keyOf(item, i);
    if (typeof key === 'object' && key !== null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

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

/** Whether a primitive is an element. */
export const includes = (list: Json, item: Json): boolean =>
  isArray(list) && (typeof item !== 'object' || item === null) && list.includes(item);
