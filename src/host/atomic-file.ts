import { chmodSync, closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomHex, systemRandom } from './random.ts';

/**
 * Writes a whole file so that a reader, a crash or a power cut sees the old content or the new one, never a part of
 * either. Synchronous; durable when it returns. `mode` defaults to 0644 less the umask; a given one is kept exactly.
 */
export function writeFileAtomically(
  path: string,
  data: string | Uint8Array,
  options: { readonly mode?: number } = {},
): void {
  renamed(path, (temporary) => writeDurably(temporary, data, options.mode));
  syncFolder(dirname(path));
}

/** As `writeFileAtomically`, for what can be made again: a power cut may lose it. */
export function replaceFile(path: string, data: string | Uint8Array, options: { readonly mode: number }): void {
  renamed(path, (temporary) => {
    writeFileSync(temporary, data, { mode: options.mode, flag: 'wx' });
    chmodSync(temporary, options.mode);
  });
}

function renamed(path: string, write: (temporary: string) => void): void {
  const temporary = temporaryBeside(path);
  try {
    write(temporary);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A name in the folder of `path` that nobody else uses. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomHex(systemRandom, 8)}.tmp`);
}

/** Creates a file, which must not exist, and brings its content to the disk. Its name is durable after `syncFolder`. */
export function writeDurably(path: string, data: string | Uint8Array, mode?: number): void {
  const descriptor = openSync(path, 'wx', mode ?? 0o644);
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, data);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Brings the names in a folder to the disk: what was created, renamed or linked there survives a power cut. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder and needs no such step.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
