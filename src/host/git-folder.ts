import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isErrno } from './system-error.ts';

/**
 * The git common folder of the repository that holds `folder`, shared by all its work trees; undefined without git.
 * Found without running git; a submodule is a repository of its own.
 */
export function gitCommonFolder(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const found = commonFolderBeside(join(at, '.git'));
    if (found !== undefined) return found;
    if (at === dirname(at)) return undefined;
  }
}

function commonFolderBeside(entry: string): string | undefined {
  const stat = statSync(entry, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  // An empty `.git` folder is no repository to git either.
  if (stat.isDirectory()) return exists(join(entry, 'HEAD')) ? entry : undefined;
  const named = /^gitdir: (.+?)\r?\n?$/.exec(readFileSync(entry, 'utf8'))?.[1];
  if (named === undefined) return undefined;
  const gitFolder = resolve(dirname(entry), named);
  if (!exists(join(gitFolder, 'HEAD'))) return undefined;
  return resolve(gitFolder, readIfThere(join(gitFolder, 'commondir'))?.trim() ?? '.');
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}
