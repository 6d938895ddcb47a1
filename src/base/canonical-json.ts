import { sortedByCodePoint } from './code-point-order.ts';
import { PraxisError } from './errors.ts';
import { type ExactJson, type ExactObject, isExactObject } from './exact-json.ts';
import { floatText } from './number-text.ts';
import { sha256Hex } from './sha256.ts';

/** Containers nested deeper than this are neither read nor written. */
export const MAX_JSON_DEPTH = 1000;

const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Why a value has no canonical text, and where: member names and list positions from the root. */
export interface Unwritable {
  readonly path: readonly (string | number)[];
  readonly problem: 'lone surrogate' | 'number that is not finite' | 'nesting deeper than 1000 levels';
}

/** Whether a text holds half of a surrogate pair, so that no UTF-8 form of it exists. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

/** The first part of a value that has no canonical text, or undefined when all of it can be written. */
export function findUnwritable(value: ExactJson): Unwritable | undefined {
  return findIn(value, []);
}

function findIn(value: ExactJson, path: readonly (string | number)[]): Unwritable | undefined {
  if (typeof value === 'string') return hasLoneSurrogate(value) ? { path, problem: 'lone surrogate' } : undefined;
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : { path, problem: 'number that is not finite' };
  if (value === null || typeof value !== 'object') return undefined;
  if (path.length >= MAX_JSON_DEPTH) return { path, problem: 'nesting deeper than 1000 levels' };
  for (const [key, member] of value.entries()) {
    if (typeof key === 'string' && hasLoneSurrogate(key)) return { path: [...path, key], problem: 'lone surrogate' };
    const found = findIn(member, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

class CannotWrite extends Error {}

function stringText(text: string): string {
  if (!NEEDS_CARE.test(text)) return `"${text}"`;
  if (hasLoneSurrogate(text)) throw new CannotWrite();
  return JSON.stringify(text);
}

function scalarText(value: null | boolean | string | bigint | number): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) throw new CannotWrite();
  return floatText(value);
}

function compact(value: ExactJson, depth: number): string {
  if (value === null || typeof value !== 'object') return scalarText(value);
  if (depth >= MAX_JSON_DEPTH) throw new CannotWrite();
  let text = '';
  if (!isExactObject(value)) {
    for (const item of value) text += text === '' ? compact(item, depth + 1) : `,${compact(item, depth + 1)}`;
    return `[${text}]`;
  }
  for (const key of sortedByCodePoint(value.keys())) {
    const member = `${stringText(key)}:${compact(memberOf(value, key), depth + 1)}`;
    text += text === '' ? member : `,${member}`;
  }
  return `{${text}}`;
}

function indented(value: ExactJson, margin: string, depth: number): string {
  if (value === null || typeof value !== 'object') return scalarText(value);
  if (depth >= MAX_JSON_DEPTH) throw new CannotWrite();
  const inner = `${margin}  `;
  if (!isExactObject(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => inner + indented(item, inner, depth + 1));
    return `[\n${items.join(',\n')}\n${margin}]`;
  }
  if (value.size === 0) return '{}';
  const members = sortedByCodePoint(value.keys()).map(
    (key) => `${inner}${stringText(key)}: ${indented(memberOf(value, key), inner, depth + 1)}`,
  );
  return `{\n${members.join(',\n')}\n${margin}}`;
}

function memberOf(object: ExactObject, key: string): ExactJson {
  return object.get(key) ?? null;
}

function writing(value: ExactJson, write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof CannotWrite)) throw error;
    const found = findUnwritable(value);
    const place = found === undefined || found.path.length === 0 ? 'the value' : found.path.join('.');
    throw new PraxisError('JSON_UNWRITABLE', `${place} holds a ${found?.problem ?? 'value'} and has no JSON text`, {
      hint: 'Write finite numbers and well-formed Unicode text.',
      cause: error,
    });
  }
}

/**
 * The canonical text: no white space, keys sorted by Unicode code point, numbers in the spelling of `numberText`, only `"`,
 * `\` and U+0000-001F escaped. Throws JSON_UNWRITABLE for infinite numbers, NaN and lone surrogates.
 *
 * @example
 * ```ts
 * canonicalText(new Map([['b', 1n], ['a', 1.0]])); // '{"a":1.0,"b":1}'
 * ```
 */
export function canonicalText(value: ExactJson): string {
  return writing(value, () => compact(value, 0));
}

/** The printed form: the canonical order and scalars, indented by two spaces, one member a line, one final newline. */
export function printedText(value: ExactJson): string {
  return writing(value, () => `${indented(value, '', 0)}\n`);
}

/** Lower-case hex SHA-256 of the UTF-8 bytes of the canonical text. */
export function canonicalHash(value: ExactJson): string {
  return sha256Hex(canonicalText(value));
}
