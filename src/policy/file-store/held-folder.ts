import { closeSync, constants, existsSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { requireSameFile } from './same-file.ts';

/** A folder while a file in it is replaced: what is done by its names is done in this folder, whatever its path leads to by then. */
export interface HeldFolder {
  /** A name in it, as the calls of the system take it. */
  at(name: string): string;
  /** Makes what was made, replaced or removed in it durable. */
  sync(): void;
  close(): void;
}

/**
 * Opens a folder of absolute path, no component of which is a link. Where the system shows open files as paths its names are
 * taken relative to the handle; elsewhere a link that takes the folder's place afterwards is not seen.
 */
export function holdFolder(path: string): HeldFolder {
  // Windows cannot open a folder and needs no such step.
  if (process.platform === 'win32') return { at: (name) => join(path, name), sync: () => {}, close: () => {} };
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    requireSameFile(descriptor, path);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const handle = `/proc/self/fd/${descriptor}`;
  const base = existsSync(handle) ? handle : path;
  return {
    at: (name) => `${base}/${name}`,
    sync: () => fsyncSync(descriptor),
    close: () => closeSync(descriptor),
  };
}
