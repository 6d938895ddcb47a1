import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EncoderTraits } from '../../experience/encoder.ts';
import { injectBytes } from '../../experience/inject-file/inject-bytes.ts';
import type { InjectHead } from '../../experience/inject-file/layout.ts';
import { HEAD_WINDOW, readInjectHead } from '../../experience/inject-file/read-inject.ts';
import type { LibraryIndex } from '../../experience/library-index.ts';
import { replaceFile } from '../../host/atomic-file.ts';

/** The files that hooks read of a library: by the floor's vectors, and by those of its model. */
export const INJECT_FILES = { floor: 'inject.bin', model: 'inject-model.bin' } as const;

export type InjectFileName = (typeof INJECT_FILES)[keyof typeof INJECT_FILES];

/** Whether a file of a library was written at a stamp, by an encoder. Without `user` its version of the user's library may be any. */
export function isPublished(path: string, stamp: Partial<InjectHead['stamp']>, encoderId: string): boolean {
  const head = headOf(path);
  if (head?.encoderId !== encoderId) return false;
  const { version, generation, user } = head.stamp;
  return version === stamp.version && generation === stamp.generation && user === (stamp.user ?? user);
}

/** Writes a file of a library anew, by rename: who reads has the old one or the new one. What cannot be written is written next time. */
export function publishFile(
  folder: string,
  name: InjectFileName,
  made: {
    readonly library: LibraryIndex;
    readonly encoder: EncoderTraits;
    readonly rivals: ReadonlyMap<number, readonly number[]>;
    readonly stamp: InjectHead['stamp'];
  },
): void {
  const bytes = injectBytes(made.library, made.encoder, made.rivals, made.stamp);
  try {
    replaceFile(join(folder, name), bytes, { mode: 0o600 });
  } catch {
    // A library that can only be read is none the worse; hooks go on with what they have.
  }
}

/** Takes a file away that nobody keeps any more. */
export function withdrawFile(folder: string, name: InjectFileName): void {
  rmSync(join(folder, name), { force: true });
}

function headOf(path: string): InjectHead | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    // Not written yet.
    return undefined;
  }
  try {
    const window = new Uint8Array(HEAD_WINDOW);
    return readInjectHead(window.subarray(0, readSync(descriptor, window, 0, HEAD_WINDOW, 0)))?.head;
  } finally {
    closeSync(descriptor);
  }
}
