import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from './atomic-file.ts';
import { isLibraryId } from './library-id.ts';

const FILE = join('.praxis', 'library');

/** Remembers in a work tree which library its last run used, so that later commands there find it by themselves. */
export function rememberLibrary(workTree: string, libraryId: string): void {
  if (lastLibrary(workTree) !== libraryId) writeFileAtomically(join(workTree, FILE), `${libraryId}\n`, { mode: 0o600 });
}

/** The library of the last run in the work tree that `folder` is or lies in; undefined where there was none. */
export function lastLibrary(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const id = readId(join(at, FILE));
    if (id !== undefined || dirname(at) === at) return id;
  }
}

function readId(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return isLibraryId(text) ? text : undefined;
  } catch {
    // No run yet, or no right to look: the repository's own library is the next guess.
    return undefined;
  }
}
