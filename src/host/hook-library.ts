import { join } from 'node:path';
import { gitCommonFolder } from './git-folder.ts';
import { lastLibrary } from './last-library.ts';
import { readLibraryId } from './library-id.ts';
import { ensureLibrary, findLibrary, type LibraryLocation, type LibraryRequest } from './library-location.ts';
import { systemRandom } from './random.ts';
import { spoolFolder } from './spool-folder.ts';
import { systemTextHash } from './text-hash.ts';

/** The library that a hooked session belongs to, as commands in its folder find it; undefined where there is none yet. */
export function hookLibrary(home: string, folder: string): LibraryLocation | undefined {
  return findLibrary(requestOf(home, folder));
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

/** Outside of any repository nothing is written into a folder: its library is named by its path. */
function folderLibraryId(folder: string): string | undefined {
  if (gitCommonFolder(folder) !== undefined) return undefined;
  const isNamed = readLibraryId(join(folder, '.praxis', 'id')) !== undefined;
  return isNamed ? undefined : `folder-${systemTextHash(folder).slice(0, 16)}`;
}

/** A hook only appends; whoever drains holds the lease. */
function neverLocked(): Promise<never> {
  return Promise.reject(new TypeError('a hook drains no spool'));
}
