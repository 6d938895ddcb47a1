import fs from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import type { TreeChange, TreeEntry } from '../../run/tree.ts';
import { nameFromBytes, systemPath } from './byte-paths.ts';
import { isAbsence, systemCode, treeError } from './tree-error.ts';
import type { UndoStore } from './undo-store.ts';

export interface Restorer {
  /** Absolute path of a recorded one, and the folder above which nothing is touched. */
  resolve(path: string): { readonly base: string; readonly below: string };
  readonly store: UndoStore;
  /** Folders that were there before; null where that is not known, then none is removed. */
  readonly foldersBefore: ReadonlySet<string> | null;
}

function lstat(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(systemPath(path), { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Does it again with the right to write in the folder, where an act took that away. */
function withRights(path: string, operation: () => void): void {
  try {
    operation();
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(systemCode(error))) throw error;
    const parent = systemPath(parentOf(path));
    fs.chmodSync(parent, fs.statSync(parent).mode | 0o700);
    operation();
  }
}

function removeAny(path: string): void {
  const stat = lstat(path);
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    withRights(path, () => fs.unlinkSync(systemPath(path)));
    return;
  }
  if ((stat.mode & 0o700) !== 0o700) fs.chmodSync(systemPath(path), stat.mode | 0o700);
  for (const name of fs.readdirSync(systemPath(path), { encoding: 'buffer' }))
    removeAny(`${path}/${nameFromBytes(name)}`);
  withRights(path, () => fs.rmdirSync(systemPath(path)));
}

/** Whether all folders on the way to a path are real ones, so that nothing behind a link is touched. */
function isReachable(base: string, below: string): boolean {
  let path = base;
  for (const part of below.split('/').slice(0, -1)) {
    path = `${path}/${part}`;
    if (lstat(path)?.isDirectory() !== true) return false;
  }
  return true;
}

/** Makes the folders on the way to a path real ones: what was recorded below them shows that they were. */
function makeFolders(base: string, below: string): void {
  let path = base;
  for (const part of below.split('/').slice(0, -1)) {
    path = `${path}/${part}`;
    const folder = path;
    const stat = lstat(folder);
    if (stat?.isDirectory() === true) {
      if ((stat.mode & 0o500) !== 0o500) fs.chmodSync(systemPath(folder), stat.mode | 0o500);
      continue;
    }
    removeAny(folder);
    withRights(folder, () => fs.mkdirSync(systemPath(folder)));
  }
}

function isContent(path: string, stat: fs.Stats, entry: TreeEntry, store: UndoStore): boolean {
  if (entry.kind === 'link')
    return stat.isSymbolicLink() && fs.readlinkSync(systemPath(path), 'buffer').equals(store.read(entry.sha256));
  if (!stat.isFile() || stat.size !== entry.size || stat.nlink > 1) return false;
  try {
    return fs.readFileSync(systemPath(path)).equals(store.read(entry.sha256));
  } catch (error) {
    if (systemCode(error) === 'EACCES') return false;
    throw error;
  }
}

function writeFile(path: string, entry: TreeEntry, store: UndoStore): void {
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;
  // A new file each time: the old one may share its content with a file elsewhere by a hard link.
  const fd = fs.openSync(systemPath(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  try {
    store.writeTo(entry.sha256, fd);
    fs.fchmodSync(fd, entry.mode);
  } finally {
    fs.closeSync(fd);
  }
}

function restoreEntry(base: string, below: string, entry: TreeEntry, store: UndoStore): void {
  const path = `${base}/${below}`;
  makeFolders(base, below);
  const stat = lstat(path);
  if (entry.sha256 === '') {
    // A pipe, socket or device that is gone cannot be made again, nor a file that could not be read.
    if (stat !== undefined && !stat.isSymbolicLink()) fs.chmodSync(systemPath(path), entry.mode);
    return;
  }
  if (stat !== undefined && isContent(path, stat, entry, store)) {
    if (entry.kind === 'file' && (stat.mode & 0o7777) !== entry.mode) fs.chmodSync(systemPath(path), entry.mode);
    return;
  }
  removeAny(path);
  if (entry.kind === 'file') withRights(path, () => writeFile(path, entry, store));
  else withRights(path, () => fs.symlinkSync(store.read(entry.sha256), systemPath(path)));
}

/** Removes what was added. A folder in its place is left, unless it is itself what was added (a git folder). */
function removeAdded(base: string, below: string, change: TreeChange): void {
  if (!isReachable(base, below)) return;
  const path = `${base}/${below}`;
  const isMark = change.after?.kind === 'other';
  if (lstat(path)?.isDirectory() === true && !isMark) return;
  removeAny(path);
}

function pruneFolders(path: string, restorer: Restorer): void {
  const { foldersBefore } = restorer;
  if (foldersBefore === null) return;
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
    const { base, below } = restorer.resolve(folder);
    if (foldersBefore.has(folder) || below === '' || !isReachable(base, below)) return;
    try {
      fs.rmdirSync(systemPath(`${base}/${below}`));
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error))) return;
      if (!isAbsence(error)) throw error;
    }
  }
}

/**
 * Restores every changed path to what it was before. What is right already is left alone, so it may be repeated. All paths
 * are tried; then one error names those that failed.
 */
export function restoreChanges(changes: readonly TreeChange[], restorer: Restorer): void {
  const failures: { readonly path: string; readonly error: unknown }[] = [];
  const attempt = (path: string, operation: () => void): void => {
    try {
      operation();
    } catch (error) {
      failures.push({ path, error });
    }
  };
  const ordered = [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
  const added = ordered.filter((change) => change.before === null).reverse();
  for (const change of added)
    attempt(change.path, () => {
      const { base, below } = restorer.resolve(change.path);
      removeAdded(base, below, change);
      pruneFolders(change.path, restorer);
    });
  for (const { path, before } of ordered)
    if (before !== null)
      attempt(path, () => {
        const { base, below } = restorer.resolve(path);
        restoreEntry(base, below, before, restorer.store);
      });
  const [first] = failures;
  if (first === undefined) return;
  if (first.error instanceof PraxisError) throw first.error;
  throw treeError(`restoring ${failures.length} of ${changes.length} paths, first`, first.path, first.error);
}
