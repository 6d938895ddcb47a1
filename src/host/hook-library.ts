import { join } from 'node:path';
import { folderLibraryId } from './hosted-library.ts';
import { lastLibrary } from './last-library.ts';
import { ensureLibrary, findLibrary, type LibraryLocation, type LibraryRequest } from './library-location.ts';
import { systemRandom } from './random.ts';
import { spoolFolder } from './spool-folder.ts';

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

/** A hook only appends; whoever drains holds the lease. */
function neverLocked(): Promise<never> {
  return Promise.reject(new TypeError('a hook drains no spool'));
}
