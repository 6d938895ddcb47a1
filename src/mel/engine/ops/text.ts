import type { Json } from '../../schema/ir.ts';
import { isArray, toNumber, toText } from '../values.ts';

export const trim = (text: Json): string => toText(text).trim();
export const toLowerCase = (text: Json): string => toText(text).toLowerCase();
export const toUpperCase = (text: Json): string => toText(text).toUpperCase();
/** UTF-16 code units. */
export const strLen = (text: Json): number => toText(text).length;
export const startsWith = (text: Json, prefix: Json): boolean => toText(text).startsWith(toText(prefix));
export const endsWith = (text: Json, suffix: Json): boolean => toText(text).endsWith(toText(suffix));
export const strIncludes = (text: Json, search: Json): boolean => toText(text).includes(toText(search));
export const indexOf = (text: Json, search: Json): number => toText(text).indexOf(toText(search));

/** From `start` up to `end`, both held within the text and swapped where they stand the wrong way round. */
export function substring(text: Json, start: Json, end?: Json): string {
  const whole = toText(text);
  return end === undefined ? whole.substring(toNumber(start)) : whole.substring(toNumber(start), toNumber(end));
}

/** The first occurrence only; the replacement is taken literally. */
export function replace(text: Json, search: Json, replacement: Json): string {
  const whole = toText(text);
  const sought = toText(search);
  const found = whole.indexOf(sought);
  return found < 0 ? whole : whole.slice(0, found) + toText(replacement) + whole.slice(found + sought.length);
}

/** At least one element, of the empty text too. */
export function split(text: Json, delimiter: Json): string[] {
  const parts = toText(text).split(toText(delimiter));
  return parts.length === 0 ? [''] : parts;
}

/** Texts joined; with an array among the arguments, arrays spliced, nulls left out, other values appended. */
export function concat(values: readonly Json[]): Json {
  if (!values.some(isArray)) return values.map(toText).join('');
  const result: Json[] = [];
  for (const value of values) {
    if (isArray(value)) for (const item of value) result.push(item);
    else if (value !== null) result.push(value);
  }
  return result;
}
