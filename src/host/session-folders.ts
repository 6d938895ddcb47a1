import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { gitCommonFolder } from './git-folder.ts';

/**
 * Tells whether a session that began in a folder belongs to the project of `here` (absolute): to the same repository, in
 * whichever of its work trees, or, without git, to this folder. A folder that is gone is told by its path.
 */
export function sessionFolders(here: string): (cwd: string) => boolean {
  const common = gitCommonFolder(here);
  const root = common !== undefined && basename(common) === '.git' ? dirname(common) : here;
  const known = new Map<string, boolean>();
  return (cwd) => {
    const before = known.get(cwd);
    if (before !== undefined) return before;
    const real = realPath(cwd);
    const isInside = real === root || real.startsWith(root.endsWith('/') ? root : `${root}/`);
    const other = isInside || common === undefined ? undefined : gitCommonFolder(real);
    const belongs = isInside || (other !== undefined && other === common);
    known.set(cwd, belongs);
    return belongs;
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
