import { accessSync, constants, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { sha256Hex } from '../base/sha256.ts';
import { writeFileAtomically } from '../host/atomic-file.ts';
import { systemSays } from '../host/system-error.ts';

/** A file of another program's settings. */
export interface SettingsFile {
  /** As it was named; may be a link. */
  readonly path: string;
  /** Where the bytes lie. */
  readonly target: string;
  /** Null: there is no such file. */
  readonly text: string | null;
  readonly isFolderThere: boolean;
}

/** Reads a settings file. SETTINGS_INVALID where it is no UTF-8 text, SETTINGS_IO where it cannot be read. */
export function readSettings(path: string): SettingsFile {
  try {
    const isFolderThere = statSync(dirname(path), { throwIfNoEntry: false }) !== undefined;
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined)
      return { path, target: path, text: null, isFolderThere };
    const target = realpathSync(path);
    const bytes = readFileSync(target);
    return { path, target, text: decoded(bytes, path), isFolderThere };
  } catch (error) {
    if (error instanceof PraxisError) throw error;
    throw failed(path, 'read', error);
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    // The byte order mark is a part of the text, so that it stays.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new PraxisError('SETTINGS_INVALID', `${path} is no UTF-8 text; it is left as it is`, {
      hint: 'Write it anew as UTF-8 and say it again.',
      cause: error,
    });
  }
}

/** Throws SETTINGS_IO where the file or its folder may not be written, before anything is. */
export function assertWritable({ path, target, text }: SettingsFile): void {
  let folder = dirname(target);
  while (statSync(folder, { throwIfNoEntry: false }) === undefined) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    if (text === null) return;
    accessSync(target, constants.W_OK);
    // Root may write what its owner made read-only; that was a wish all the same.
    if ((statSync(target).mode & 0o222) === 0) throw new Error('it is read-only');
  } catch (error) {
    throw failed(path, 'write', error);
  }
}

/**
 * Writes a settings file whole, by renaming, with the mode it had, and reads it again. Refused with SETTINGS_IO where it is
 * no longer what `file` says: another program has written it meanwhile. `text` null removes it.
 */
export function writeSettings(file: SettingsFile, text: string | null): void {
  const { path, target } = file;
  if (readSettings(path).text !== file.text) {
    throw new PraxisError('SETTINGS_IO', `${path} was changed by another program just now; it is left as it is`, {
      hint: 'Say it again.',
    });
  }
  try {
    if (text === null) {
      rmSync(target, { force: true });
      return;
    }
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const mode = file.text === null ? 0o600 : statSync(target).mode & 0o777;
    writeFileAtomically(target, text, { mode });
  } catch (error) {
    throw failed(path, 'write', error);
  }
  if (readSettings(path).text !== text) {
    throw new PraxisError('SETTINGS_IO', `${path} does not hold what was written to it`, {
      hint: 'Another program may have written it in the same moment: look at it and say it again.',
    });
  }
}

function failed(path: string, what: 'read' | 'write', error: unknown): PraxisError {
  const said = systemSays(error);
  return new PraxisError('SETTINGS_IO', `cannot ${what} ${path}: ${said}`, {
    hint: 'Nothing was changed. See that you may write the file and its folder.',
    cause: error,
  });
}

/** By which a file is known again. */
export function textDigest(text: string): string {
  return sha256Hex(text);
}
