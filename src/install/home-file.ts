import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { writeFileAtomically } from '../host/atomic-file.ts';
import { makePrivateFolder } from '../host/private-folder.ts';
import { isErrno, systemSays } from '../host/system-error.ts';

/** What is to become of a file in PRAXIS_HOME. */
export interface HomeFile {
  readonly path: string;
  /** Null: there is none. */
  readonly before: string | null;
  /** Null: it goes. */
  readonly after: string | null;
}

/** The text of a file in PRAXIS_HOME, null where there is none. SETTINGS_IO where it cannot be read. */
export function readHomeFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null;
    throw new PraxisError('SETTINGS_IO', `cannot read ${path}: ${systemSays(error)}`, {
      hint: 'See that it can be read.',
      cause: error,
    });
  }
}

/** The plan for a file in PRAXIS_HOME that is to hold a value as JSON. */
export function homeFile(path: string, value: unknown): HomeFile {
  const after = value === null ? null : `${JSON.stringify(value, null, 2)}\n`;
  return { path, before: readHomeFile(path), after };
}

/** Writes, readable by this user alone, or removes a file in PRAXIS_HOME; nothing where it is so already. */
export function writeHomeFile({ path, before, after }: HomeFile): void {
  if (before === after) return;
  try {
    if (after === null) {
      rmSync(path, { force: true });
      return;
    }
    makePrivateFolder(dirname(path));
    writeFileAtomically(path, after, { mode: 0o600 });
  } catch (error) {
    throw new PraxisError('SETTINGS_IO', `cannot write ${path}: ${systemSays(error)}`, {
      hint: 'See that PRAXIS_HOME can be written.',
      cause: error,
    });
  }
}

/** A file of PRAXIS_HOME that says something else than it must. */
export function unreadableHomeFile(path: string, hint: string, cause?: unknown): PraxisError {
  return new PraxisError('SETTINGS_INVALID', `${path} is damaged, or was written by a newer Praxis`, { hint, cause });
}
