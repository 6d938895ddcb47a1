import type { Json } from '../../../src/mel/schema/ir.ts';

export type List = readonly Json[];
export type Dict = { readonly [key: string]: Json };

export function isList(value: Json | undefined): value is List {
  return Array.isArray(value);
}

export function isDict(value: Json | undefined): value is Dict {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** The rule N of section 7.1. */
export function asNumber(value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return 0;
  const parsed = Number.parseFloat(value);
  return Number.isNaN(parsed) ? 0 : parsed;
}

/** The rule B. */
export function asBoolean(value: Json): boolean {
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value.length > 0;
  return true;
}

/** The rule S. */
export function asText(value: Json): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (isList(value)) return value.map(asText).join(',');
  if (isDict(value)) return '[object Object]';
  return `${value}`;
}

/** Section 7.2: what is no number that JSON holds is null, and -0 is 0. */
export function inDomain(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return Object.is(value, -0) ? 0 : value;
}

/** The own value of a key. */
export function ownValue(holder: Json | undefined, key: string): Json {
  if (!isDict(holder)) return null;
  const found = Object.entries(holder).find(([name]) => name === key);
  return found === undefined ? null : found[1];
}

/** An object of entries; later ones win. */
export function dictOf(entries: readonly (readonly [string, Json])[]): Dict {
  const dict: { [key: string]: Json } = {};
  for (const [name, value] of entries)
    Object.defineProperty(dict, name, { value, enumerable: true, configurable: true, writable: true });
  return dict;
}

/** Ascending by code point. */
export function inOrder(names: readonly string[]): readonly string[] {
  const points = (name: string) => Array.from(name, (character) => character.codePointAt(0) ?? 0);
  return [...names].sort((a, b) => {
    const [left, right] = [points(a), points(b)];
    const at = left.findIndex((point, i) => point !== right[i]);
    if (at === -1) return left.length - right.length;
    return right[at] === undefined ? 1 : (left[at] ?? 0) - (right[at] ?? 0);
  });
}
