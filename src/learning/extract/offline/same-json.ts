import type { PlainJson } from '../../../base/exact-json.ts';

/** Whether two values have one canonical text: the order of members does not count. */
export function sameJson(a: PlainJson, b: PlainJson): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (isList(a) || isList(b)) {
    return isList(a) && isList(b) && a.length === b.length && a.every((one, index) => sameJson(one, b[index] ?? null));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key] ?? null, b[key] ?? null));
}

function isList(value: PlainJson): value is readonly PlainJson[] {
  return Array.isArray(value);
}
