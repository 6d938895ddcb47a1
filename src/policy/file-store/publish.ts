import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { type HeldFolder, holdFolder } from './held-folder.ts';
import { ioError } from './store-error.ts';
import { systemCode, systemDetail } from './system-detail.ts';

/** Replaces a file in one step: readers and crashes see the old content or the new. Durable when it returns. */
export function replaceFile(path: string, data: string | Uint8Array): void {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
  const name = basename(path);
  published(path, data, mode === undefined ? undefined : mode & 0o777, (folder, temporary) =>
    renameSync(folder.at(temporary), folder.at(name)),
  );
}

/** Makes a file that must not exist yet, never overwriting one. Durable when it returns. */
export function createFile(path: string, data: string | Uint8Array): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw existing(path);
  published(path, data, undefined, (folder, temporary) => {
    try {
      linkSync(folder.at(temporary), folder.at(basename(path)));
    } catch (error) {
      throw systemCode(error) === 'EEXIST' ? existing(path) : error;
    }
    rmSync(folder.at(temporary));
  });
}

function existing(path: string): Error {
  return ioError(`checkpoint already exists: ${path}`);
}

function published(
  path: string,
  data: string | Uint8Array,
  mode: number | undefined,
  install: (folder: HeldFolder, temporary: string) => void,
): void {
  let folder: HeldFolder | undefined;
  let temporary: string | undefined;
  try {
    folder = holdFolder(dirname(path));
    const opened = openTemporary(folder, basename(path));
    temporary = opened.temporary;
    writeDurably(opened.descriptor, data, mode);
    install(folder, temporary);
    folder.sync();
  } catch (error) {
    if (folder !== undefined && temporary !== undefined) rmSync(folder.at(temporary), { force: true });
    if (systemCode(error) === 'CHECKPOINT_IO') throw error;
    throw ioError(`cannot write checkpoint ${path}: ${systemDetail(error, path)}`, error);
  } finally {
    folder?.close();
  }
}

/** Opens a file in the folder that did not exist; the system, not the name, makes it ours alone. */
function openTemporary(folder: HeldFolder, name: string): { readonly temporary: string; readonly descriptor: number } {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  for (let attempt = 0; ; attempt++) {
    const temporary = `.${name}.${process.pid}-${attempt}.tmp`;
    try {
      return { temporary, descriptor: openSync(folder.at(temporary), flags, 0o600) };
    } catch (error) {
      // Left over from a process that had our id and was killed; never read, so its name is passed over.
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

function writeDurably(descriptor: number, data: string | Uint8Array, mode: number | undefined): void {
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, data);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes what was made, replaced or removed in a folder durable. */
export function syncFolder(path: string): void {
  const folder = holdFolder(path);
  try {
    folder.sync();
  } finally {
    folder.close();
  }
}
