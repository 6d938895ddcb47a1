import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from './atomic-file.ts';
import { isErrno } from './system-error.ts';

/** Makes a folder and its missing parents, readable by this user alone (0700); durable when it returns. An existing folder is left as it is. */
export function makePrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  // Step by step, since Node's own recursive mkdir never returns below a folder that answers ENOENT, such as /proc.
  const parent = dirname(folder);
  if (parent !== folder) makePrivateFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (isErrno(error, 'EEXIST') && statSync(folder).isDirectory()) return;
    throw error;
  }
  syncFolder(parent);
}

/** Closes a folder of this user to all others (0700). */
export function restrictFolder(folder: string): void {
  if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
