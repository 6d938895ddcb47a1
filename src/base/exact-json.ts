/**
 * JSON values that keep what a document wrote: an integer is a `bigint` of any size, a number with `.`, `e` or `E` is a
 * `number` (IEEE double), an object is a map in document order. Nothing is normalised on the way in.
 */
export type ExactJson = null | boolean | string | bigint | number | readonly ExactJson[] | ExactObject;
export type ExactObject = ReadonlyMap<string, ExactJson>;

/** Ordinary JSON data as TypeScript holds it. Numbers that are safe integers are integers, all others floats. */
export type PlainJson = null | boolean | string | number | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** Whether a value is an object of exact JSON. */
export function isExactObject(value: ExactJson | undefined): value is ExactObject {
  return value instanceof Map;
}

/** Lifts ordinary data into exact JSON: safe integers become `bigint`, members that are `undefined` are left out. */
export function exactFromPlain(value: PlainJson): ExactJson {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(exactFromPlain);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return new Map(members.map(([key, member]) => [key, exactFromPlain(member)]));
}
