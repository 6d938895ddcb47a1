import { escapeSegment } from '../schema/get-path.ts';

/** Whether two JSON values are equal; order of keys and depth do not matter. */
export function sameValue(left: unknown, right: unknown): boolean {
  const open: [unknown, unknown][] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      open.push([Reflect.get(a, key), Reflect.get(b, key)]);
    }
  }
  return true;
}

/** Dotted path of the first difference between two JSON values, keys in order; null where there is none. The root is `''`. */
export function firstDifference(left: unknown, right: unknown): string | null {
  const open: [unknown, unknown, string][] = [[left, right, '']];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b, path] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path;
    if (Array.isArray(a) !== Array.isArray(b)) return path;
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().reverse();
    for (const key of keys) {
      const below = path === '' ? escapeSegment(key) : `${path}.${escapeSegment(key)}`;
      open.push([
        Object.hasOwn(a, key) ? Reflect.get(a, key) : undefined,
        Object.hasOwn(b, key) ? Reflect.get(b, key) : undefined,
        below,
      ]);
    }
  }
  return null;
}
