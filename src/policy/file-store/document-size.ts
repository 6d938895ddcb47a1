import { fstatSync } from 'node:fs';

/** Documents are held in memory whole; a checkpoint of 64 MiB has a history of about a hundred thousand slices. */
export const MAX_DOCUMENT_BYTES = 67_108_864;

/** Why an open file is not read; null where its size is no hindrance. */
export function tooLarge(descriptor: number): string | null {
  const { size } = fstatSync(descriptor);
  return size <= MAX_DOCUMENT_BYTES ? null : `file of ${size} bytes is larger than ${MAX_DOCUMENT_BYTES}`;
}
