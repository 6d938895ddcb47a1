import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { isErrno, systemSays } from './system-error.ts';

/**
 * Makes `.praxis/` in a work tree where it is missing (0700, with a `.gitignore` of `*`) and returns its absolute path.
 * WORK_TREE_IO where it cannot be made or is no real folder.
 */
export function preparePraxisFolder(workTree: string): string {
  const folder = join(workTree, '.praxis');
  makeFolder(folder, 0o700);
  ignoreContents(folder);
  return folder;
}

/** The same for `.coord/` and `.ai/`; an existing one is the user's and gets no `.gitignore`. */
export function prepareScratchFolder(workTree: string, name: '.coord' | '.ai' | '.coord/memory-proposals'): string {
  const folder = join(workTree, name);
  if (makeFolder(folder, 0o777)) ignoreContents(folder);
  return folder;
}

/** True where the folder was made now. */
function makeFolder(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    // A link could lead what is written here out of the work tree.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw new PraxisError('WORK_TREE_IO', `cannot make the folder ${folder}: ${systemSays(error)}`, {
      hint: 'Praxis needs it for the state of a run: see that the work tree is writable and that nothing else has this name.',
      cause: error,
    });
  }
}

function ignoreContents(folder: string): void {
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return;
    throw new PraxisError('WORK_TREE_IO', `cannot write ${join(folder, '.gitignore')}: ${systemSays(error)}`, {
      hint: 'See that the work tree is writable and its disk not full.',
      cause: error,
    });
  }
}
