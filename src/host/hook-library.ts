import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { folderLibraryId } from './hosted-library.ts';
import { lastLibrary } from './last-library.ts';
import { ensureLibrary, findLibrary, type LibraryRequest, USER_LIBRARY } from './library-location.ts';
import { systemRandom } from './random.ts';
import { spoolFolder } from './spool-folder.ts';

/** The files of the libraries that a folder's sessions are given lessons of; undefined where there is none. */
export interface LessonFiles {
  readonly repository: Uint8Array | undefined;
  readonly user: Uint8Array | undefined;
}

/** Reads a file of the library of a folder, and of the user's beneath it. */
export function lessonFiles(home: string, folder: string, name: string): LessonFiles {
  const library = findLibrary(requestOf(home, folder));
  const user = join(home, 'libraries', USER_LIBRARY);
  return {
    repository: library === undefined ? undefined : wholeFile(join(library.folder, name)),
    user: library?.folder === user ? undefined : wholeFile(join(user, name)),
  };
}

/** In memory of its own, aligned for numbers. */
function wholeFile(path: string): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // Nothing was learnt yet.
    return undefined;
  }
  try {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(descriptor).size);
    let length = 0;
    while (length < bytes.length) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, length);
      if (count === 0) break;
      length += count;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(descriptor);
  }
}

/** Share of chosen entries that are held back, as PRAXIS_HOLDOUT says; a word that is no share counts as unsaid. */
export function hookHoldout(): number {
  const told = process.env.PRAXIS_HOLDOUT?.trim() ?? '';
  const rate = Number(told);
  return told !== '' && rate >= 0 && rate <= 1 ? rate : 0.1;
}

/** Leaves lines in the spool of the library of a folder, which is made where it is missing. */
export function spoolHooked(home: string, folder: string, linesFor: (libraryId: string) => readonly string[]): void {
  const { libraryId, folder: place } = ensureLibrary(requestOf(home, folder), systemRandom);
  const lines = linesFor(libraryId);
  if (lines.length > 0) spoolFolder(join(place, 'spool'), neverLocked).append(lines);
}

function requestOf(home: string, folder: string): LibraryRequest {
  const name = process.env.PRAXIS_LIBRARY || lastLibrary(folder) || folderLibraryId(folder) || null;
  return { home, workTree: folder, name };
}

/** A hook only appends; whoever drains holds the lease. */
function neverLocked(): Promise<never> {
  return Promise.reject(new TypeError('a hook drains no spool'));
}
