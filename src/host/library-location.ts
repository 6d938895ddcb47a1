import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import type { Random } from '../base/random.ts';
import { gitCommonFolder } from './git-folder.ts';
import { folderLibraryId } from './hosted-library.ts';
import { ensureLibraryId, isLibraryId, readLibraryId } from './library-id.ts';
import { makePrivateFolder } from './private-folder.ts';
import { systemSays } from './system-error.ts';
import { preparePraxisFolder } from './work-tree-folder.ts';

/** The name of the library that lies beneath all others of a user. */
export const USER_LIBRARY = 'user';

/** Where the records of a library lie. */
export interface LibraryLocation {
  readonly libraryId: string;
  /** Absolute; `PRAXIS_HOME/libraries/<libraryId>`. */
  readonly folder: string;
  readonly databasePath: string;
}

export interface LibraryRequest {
  /** `PRAXIS_HOME`, absolute. */
  readonly home: string;
  /** Absolute real path. */
  readonly workTree: string;
  /** The name a user gave, which many projects may share; null: the library of the work tree's repository. */
  readonly name: string | null;
}

/**
 * Where the library lies, without writing anything; undefined where the work tree has none yet. A named library has a
 * place even before its first record. LIBRARY_NAME_INVALID for a name that is no plain file name.
 */
export function findLibrary(request: LibraryRequest): LibraryLocation | undefined {
  if (request.name !== null) return locationOf(request.home, validName(request.name));
  const id = readLibraryId(idPath(request.workTree).path);
  if (id !== undefined) return locationOf(request.home, id);
  // Agents that worked here were recorded, and nothing was written into the folder.
  const hosted = folderLibraryId(request.workTree);
  const location = hosted === undefined ? undefined : locationOf(request.home, hosted);
  return location !== undefined && existsSync(location.folder) ? location : undefined;
}

/** Where the library lies; gives the repository its id and makes the folder (0700) where they are missing. */
export function ensureLibrary(request: LibraryRequest, random: Random): LibraryLocation {
  const location = findLibrary(request) ?? locationOf(request.home, ensureId(request.workTree, random));
  try {
    makePrivateFolder(location.folder);
  } catch (error) {
    throw new PraxisError(
      'STORE_IO',
      `cannot make the folder of the library, ${location.folder}: ${systemSays(error)}`,
      {
        hint: 'See that it can be written, or point PRAXIS_HOME to a folder that can.',
        cause: error,
      },
    );
  }
  return location;
}

function ensureId(workTree: string, random: Random): string {
  const { path, isInWorkTree } = idPath(workTree);
  if (isInWorkTree) preparePraxisFolder(workTree);
  return ensureLibraryId(path, random);
}

/** Where the id of a work tree's library is kept: with the repository, so that all its work trees share it. */
function idPath(workTree: string): { readonly path: string; readonly isInWorkTree: boolean } {
  const gitFolder = gitCommonFolder(workTree);
  if (gitFolder !== undefined) return { path: join(gitFolder, 'praxis-id'), isInWorkTree: false };
  return { path: join(workTree, '.praxis', 'id'), isInWorkTree: true };
}

function locationOf(home: string, libraryId: string): LibraryLocation {
  const folder = join(home, 'libraries', libraryId);
  return { libraryId, folder, databasePath: join(folder, 'praxis.db') };
}

function validName(name: string): string {
  if (isLibraryId(name)) return name;
  throw new PraxisError('LIBRARY_NAME_INVALID', `${JSON.stringify(name)} cannot name a library`, {
    hint: 'Use letters, digits, `.`, `_` and `-`, at most 64, with a letter, a digit or `_` first.',
  });
}
