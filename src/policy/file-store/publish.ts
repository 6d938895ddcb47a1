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
import { basename, dirname, join } from 'node:path';
import { requireSameFile } from './same-file.ts';
import { ioError } from './store-error.ts';
import { systemCode, systemDetail } from './system-detail.ts';

/** Replaces a file in one step: readers and crashes see the old content or the new. Durable when it returns. */
export function replaceFile(path: string, data: string | Uint8Array): void {
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode;
  published(path, data, mode === undefined ? undefined : mode & 0o777, (temporary) => renameSync(temporary, path));
}

/** Makes a file that must not exist yet, never overwriting one. Durable when it returns. */
export function createFile(path: string, data: string | Uint8Array): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw existing(path);
  published(path, data, undefined, (temporary) => {
    try {
      linkSync(temporary, path);
    } catch (error) {
      throw systemCode(error) === 'EEXIST' ? existing(path) : error;
    }
    rmSync(temporary);
  });
}

function existing(path: string): Error {
  return ioError(`checkpoint already exists: ${path}`);
}

function published(
  path: string,
  data: string | Uint8Array,
  mode: number | undefined,
  install: (temporary: string) => void,
): void {
  let temporary: string | undefined;
  try {
    const opened = openTemporary(path);
    temporary = opened.temporary;
    writeDurably(opened, data, mode);
    install(temporary);
    syncFolder(dirname(path));
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    if (systemCode(error) === 'CHECKPOINT_IO') throw error;
    throw ioError(`cannot write checkpoint ${path}: ${systemDetail(error, path)}`, error);
  }
}

interface OpenTemporary {
  readonly temporary: string;
  readonly descriptor: number;
}

/** Opens a file beside `path` that did not exist; the system, not the name, makes it ours alone. */
function openTemporary(path: string): OpenTemporary {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  for (let attempt = 0; ; attempt++) {
    const temporary = join(dirname(path), `.${basename(path)}.${process.pid}-${attempt}.tmp`);
    try {
      return { temporary, descriptor: openSync(temporary, flags, 0o600) };
    } catch (error) {
      // Left over from a process that had our id and was killed; never read, so its name is passed over.
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

function writeDurably(
  { temporary, descriptor }: OpenTemporary,
  data: string | Uint8Array,
  mode: number | undefined,
): void {
  try {
    requireSameFile(descriptor, temporary);
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, data);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes what was made, replaced or removed in a folder durable. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder and needs no such step.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
