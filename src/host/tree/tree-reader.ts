import fs from 'node:fs';
import { join } from 'node:path';
import type { PathKind, TreeReader } from '../../run/tree-reader.ts';
import { isAbsence, systemCode } from './tree-error.ts';

/** Whether looking at a path ended in "there is nothing to see": missing, a loop of links, no right to look. */
function isNothing(error: unknown): boolean {
  return (
    isAbsence(error) ||
    ['ELOOP', 'EACCES', 'EISDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(systemCode(error))
  );
}

function orNull<T>(operation: () => T): T | null {
  try {
    return operation();
  } catch (error) {
    if (isNothing(error)) return null;
    throw error;
  }
}

/** Reads single paths of a work tree, given by its absolute real path. */
export function treeReader(root: string): TreeReader {
  const realPath = (path: string): string | null => {
    const real = orNull(() => fs.realpathSync(join(root, path)));
    if (real === root) return '';
    return real?.startsWith(`${root}/`) ? real.slice(root.length + 1) : null;
  };
  return {
    kind(path): PathKind {
      const stat = orNull(() => fs.lstatSync(join(root, path)));
      if (stat === null) return 'absent';
      if (stat.isFile()) return 'file';
      if (stat.isSymbolicLink()) return 'link';
      return stat.isDirectory() ? 'folder' : 'other';
    },
    realPath,
    readText(path) {
      const real = realPath(path);
      if (real === null || !fs.statSync(join(root, real)).isFile()) return null;
      return orNull(() => fs.readFileSync(join(root, real), 'utf8'));
    },
  };
}
