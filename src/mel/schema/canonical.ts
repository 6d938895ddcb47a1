import { sha256Hex } from '../../base/sha256.ts';
import type { Schema } from './ir.ts';
import { inKeyOrder } from './key-order.ts';
import { writeCanonical } from './write-canonical.ts';

/** What stands in a text as it is may sort by code point otherwise than by code unit. */
const MAY_SORT_OTHERWISE = /[\ud800-\uffff]/;

/**
 * Canonical JSON: keys by Unicode code point, no white space, members with undefined dropped, numbers and strings as
 * `JSON.stringify` writes them. Works at any depth; the value must not contain itself.
 */
export function canonicalText(value: unknown): string {
  const ordered = inKeyOrder(value);
  if (ordered === undefined) return writeCanonical(value);
  const text = JSON.stringify(ordered) ?? 'null';
  return MAY_SORT_OTHERWISE.test(text) ? writeCanonical(value) : text;
}

/** Lower-case hex SHA-256 of the UTF-8 form of the canonical text. */
export function hashOf(value: unknown): string {
  return sha256Hex(canonicalText(value));
}

/** The hash that belongs into a schema: of all of it but `hash` and state fields that begin with `$`. */
export function schemaHash(schema: Omit<Schema, 'hash'>): string {
  const fields = Object.entries(schema.state.fields).filter(([name]) => !name.startsWith('$'));
  return hashOf({ ...schema, hash: undefined, state: { ...schema.state, fields: Object.fromEntries(fields) } });
}
