import { sortedByCodePoint } from '../base/code-point-order.ts';
import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { readEach } from './findings.ts';
import { isHash } from './goal-checks.ts';
import { printable, refuse, refuseAll } from './refusal.ts';
import { isBlank, stripped } from './white-space.ts';

type Field = ExactJson | undefined;

/** A string that is not blank. */
export function text(value: Field, label: string): string {
  if (typeof value !== 'string' || isBlank(value)) return refuse(`${label} must be a non-empty string`);
  return value;
}

export function textOrNull(value: Field, label: string): string | null {
  return value === null ? null : text(value, label);
}

/** A string that is a SHA-256 in lower-case hex once white space around it is gone; returned as written. */
export function paddedHash(value: Field, label: string): string {
  const written = text(value, label);
  if (!isHash(stripped(written))) return refuse(`${label} must be a lowercase SHA-256 hex digest`);
  return written;
}

export function count(value: Field, label: string): bigint {
  if (typeof value !== 'bigint' || value < 0n) return refuse(`${label} must be a non-negative integer`);
  return value;
}

export function finiteNumber(value: Field, label: string): bigint | number {
  if (typeof value === 'bigint' && value >= 0n) return value;
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value;
  return refuse(`${label} must be a finite non-negative number`);
}

export function object(value: Field, label: string): ExactObject {
  return isExactObject(value) ? value : refuse(`${label} must be an object`);
}

export function list(value: Field, label: string): readonly ExactJson[] {
  return Array.isArray(value) ? value : refuse(`${label} must be an array`);
}

/** Texts that differ from each other also without the white space around them; returned as written. */
export function uniqueTexts(value: Field, label: string): readonly string[] {
  const texts = readEach(list(value, label), (item) => text(item, `${label}[]`));
  if (new Set(texts.map(stripped)).size < texts.length) refuse(`${label} must not contain duplicates`);
  return texts;
}

/** Whether a document wrote this version: as an integer or a float, and `true` counts as 1. */
export function isVersion(value: Field, version: 1 | 2): boolean {
  return value === BigInt(version) || value === version || (version === 1 && value === true);
}

/** Whether a document calls itself version 2. */
export function isVersion2(document: ExactJson): boolean {
  return isExactObject(document) && isVersion(document.get('schema_version'), 2);
}

/** Members that must be there, then members that may not be; `optional` ones are neither. */
export function requireKeys(
  members: ExactObject,
  label: string,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  const missing = required.filter((name) => !members.has(name));
  const unknown = Array.from(members.keys()).filter((name) => !required.includes(name) && !optional.includes(name));
  const problems: string[] = [];
  if (missing.length > 0) problems.push(`missing ${label} fields: ${sortedByCodePoint(missing).join(', ')}`);
  if (unknown.length > 0) problems.push(`unexpected ${label} fields: ${sortedByCodePoint(unknown).join(', ')}`);
  if (problems.length > 0) refuseAll(problems.map((message) => ({ path: [], message: printable(message) })));
}
