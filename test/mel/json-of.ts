/**
 * The text of a value with keys in order, so that equal values have equal texts. Throws for what is no JSON value as MEL holds
 * it: undefined, holes, -0, numbers that are not finite, objects that are not plain.
 */
export function jsonOf(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || Object.is(value, -0)) throw new TypeError(`${value} is no number of MEL`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${Array.from(value, jsonOf).join(',')}]`;
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError(`${String(value)} is no value of MEL`);
  }
  const keys = Object.keys(value).sort();
  const read = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value;
  return `{${keys.map((key) => `${JSON.stringify(key)}:${jsonOf(read(key))}`).join(',')}}`;
}
