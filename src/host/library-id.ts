import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { Random } from '../base/random.ts';
import { syncFolder, temporaryBeside, writeDurably } from './atomic-file.ts';
import { randomHex } from './random.ts';
import { isErrno } from './system-error.ts';

/** The id of a library: letters, digits, `.`, `_`, `-`; begins with a letter, a digit or `_`; at most 64 characters. */
export function isLibraryId(text: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(text);
}

/** The id that a file holds; undefined where there is no such file. LIBRARY_NAME_INVALID where it holds something else. */
export function readLibraryId(path: string): string | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const id = text.trim();
  if (isLibraryId(id)) return id;
  throw new PraxisError('LIBRARY_NAME_INVALID', `${path} does not hold the id of a library`, {
    hint: 'Restore the file, or delete it: the next run then begins a new library.',
  });
}

/** The id that a file holds, written there first where it is missing. Any number of processes at once get the same id. */
export function ensureLibraryId(path: string, random: Random): string {
  if (readText(path) === undefined) create(path, random);
  waitUntilWritten(path);
  const id = readLibraryId(path);
  if (id === undefined) throw unreadable(path, 'read back', undefined);
  return id;
}

function create(path: string, random: Random): void {
  try {
    publishOnce(path, `${randomHex(random, 16)}\n`);
  } catch (error) {
    throw unreadable(path, 'write', error);
  }
}

/** Where links are missing, another process may have created the file and not filled it yet. */
function waitUntilWritten(path: string): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < 50 && readText(path) === ''; round++) Atomics.wait(cell, 0, 0, 10);
}

/** Creates the file with its whole content, or leaves the one that another process created meanwhile. */
function publishOnce(path: string, text: string): void {
  const temporary = temporaryBeside(path);
  try {
    // Not secret: other users of a shared repository must be able to read it.
    writeDurably(temporary, text, 0o644);
    linkOrWrite(temporary, path, text);
    syncFolder(dirname(path));
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function linkOrWrite(temporary: string, path: string, text: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    // Some file systems have no hard links.
    if (!isErrno(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) throw error;
    writeFileSync(path, text, { flag: 'wx', mode: 0o644 });
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw unreadable(path, 'read', error);
  }
}

function unreadable(path: string, verb: string, cause: unknown): PraxisError {
  return new PraxisError('STORE_IO', `cannot ${verb} the library's id in ${path}`, {
    hint: 'See that the file can be read and written, or name a library: `--library NAME` or PRAXIS_LIBRARY.',
    cause,
  });
}
