/**
 * Whether a value is what a case expects: numbers within `tolerance` of it (0: the same), lists of one length, and of an
 * object the members that are expected, whatever else it has.
 */
export function nearJson(found: unknown, expected: unknown, tolerance: number): boolean {
  if (typeof expected === 'number' && typeof found === 'number') return isNear(found, expected, tolerance);
  if (typeof expected !== 'object' || expected === null || typeof found !== 'object' || found === null)
    return Object.is(found, expected);
  if (Array.isArray(expected) !== Array.isArray(found)) return false;
  if (Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length) return false;
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(found, key) && nearJson(Reflect.get(found, key), value, tolerance),
  );
}

function isNear(found: number, expected: number, tolerance: number): boolean {
  if (tolerance === 0) return found === expected;
  return Math.abs(found - expected) <= tolerance * Math.abs(expected) + 1e-12;
}
