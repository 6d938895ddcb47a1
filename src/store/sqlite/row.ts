import { PraxisError } from '../../base/errors.ts';
import type { SqlRow } from './driver.ts';

/** A column that must hold text. */
export function textOf(row: SqlRow, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : damaged(column, value);
}

/** A column that must hold a number. */
export function numberOf(row: SqlRow, column: string): number {
  const value = row[column];
  return typeof value === 'number' ? value : damaged(column, value);
}

export function textOrNullOf(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

export function numberOrNullOf(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : numberOf(row, column);
}

/** A column that must hold bytes. */
export function bytesOf(row: SqlRow, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : damaged(column, value);
}

/** A column that holds JSON which this program wrote. */
export function jsonOf<T>(row: SqlRow, column: string): T {
  const text = textOf(row, column);
  try {
    return JSON.parse(text);
  } catch {
    return damaged(column, text);
  }
}

/** A column that holds one of a few words. */
export function wordOf<Word extends string>(row: SqlRow, column: string, words: readonly Word[]): Word {
  const value = row[column];
  return words.find((word) => word === value) ?? damaged(column, value);
}

/** The version of a record, which must be the one that this program knows; RECORD_TOO_NEW names both. */
export function versionOf<Version extends number>(row: SqlRow, record: string, known: Version): Version {
  const version = numberOf(row, 'v');
  if (version === known) return known;
  if (version < known) return damaged('v', version);
  throw new PraxisError('RECORD_TOO_NEW', `${record} has version ${version}; this Praxis knows ${known}`, {
    hint: 'A newer Praxis wrote it: update this one.',
  });
}

function damaged(column: string, value: unknown): never {
  const shown = JSON.stringify(value)?.slice(0, 80);
  throw new PraxisError('STORE_CORRUPT', `a record of the library holds ${shown} in ${column}`, {
    hint: 'Something else wrote to the library: restore it from a backup, or move it away to begin an empty one.',
  });
}
