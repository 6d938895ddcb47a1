import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';

/** A copy that nobody else holds. */
export function ownCopy(value: ExactObject): ExactObject;
export function ownCopy(value: ExactJson): ExactJson;
export function ownCopy(value: ExactJson): ExactJson {
  if (isExactObject(value)) return new Map(Array.from(value, ([key, member]) => [key, ownCopy(member)]));
  return Array.isArray(value) ? value.map((item: ExactJson) => ownCopy(item)) : value;
}
