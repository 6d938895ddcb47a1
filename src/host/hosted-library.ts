import { join } from 'node:path';
import { gitCommonFolder } from './git-folder.ts';
import { readLibraryId } from './library-id.ts';
import { systemTextHash } from './text-hash.ts';

/**
 * The library of the sessions of a folder (absolute real path) outside of any repository, where nothing is written into the
 * folder: it is named by the folder's path. Undefined within git, and where the folder has an id of its own.
 */
export function folderLibraryId(folder: string): string | undefined {
  if (gitCommonFolder(folder) !== undefined) return undefined;
  return readLibraryId(join(folder, '.praxis', 'id')) === undefined
    ? `folder-${systemTextHash(folder).slice(0, 16)}`
    : undefined;
}
