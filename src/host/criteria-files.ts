import { closeSync, fstatSync, lstatSync, openSync, readSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { CriteriaFiles } from '../run/criteria/files.ts';
import { isErrno } from './system-error.ts';

/** Files that criteria look at. A path that leads out of the work tree, be it by `..` or by a link, is as if absent. */
export function criteriaFiles(workTree: string): CriteriaFiles {
  return {
    exists: async (path) => inside(workTree, path) !== undefined,
    async read(path, maxBytes) {
      const real = inside(workTree, path);
      return real === undefined || !statSync(real).isFile() ? undefined : readStart(real, maxBytes);
    },
    async remove(path) {
      const absolute = resolve(workTree, path);
      const folder = realFolder(dirname(absolute));
      if (folder === undefined || !isWithin(folder, workTree)) return;
      const stat = lstatSync(absolute, { throwIfNoEntry: false });
      if (stat?.isFile() === true || stat?.isSymbolicLink() === true)
        rmSync(join(folder, absolute.slice(dirname(absolute).length)));
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES')) return undefined;
    throw error;
  }
}

function inside(workTree: string, path: string): string | undefined {
  const real = realFolder(resolve(workTree, path));
  return real !== undefined && isWithin(real, workTree) ? real : undefined;
}

function readStart(path: string, maxBytes: number): { text: string; isTruncated: boolean } {
  const descriptor = openSync(path, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, maxBytes));
    const count = readSync(descriptor, buffer, 0, buffer.length, 0);
    return { text: new TextDecoder().decode(buffer.subarray(0, count)), isTruncated: size > maxBytes };
  } finally {
    closeSync(descriptor);
  }
}
