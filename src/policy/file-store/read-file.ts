import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { tooLarge } from './document-size.ts';
import { fileHash } from './file-hash.ts';
import { requireNoLinks } from './path-check.ts';
import { requireSameFile } from './same-file.ts';
import { ioError } from './store-error.ts';
import { systemCode, systemDetail } from './system-detail.ts';

/** The bytes of a file and their SHA-256, from one read. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Reads a regular file of absolute path, no component of which is a link; undefined where there is none. */
export function readRegularFile(path: string): FileBytes | undefined {
  try {
    return readExistingFile(path);
  } catch (error) {
    if (error instanceof Error && systemCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}

/** As `readRegularFile`; a file that is not there is CHECKPOINT_IO. */
export function readExistingFile(path: string): FileBytes {
  requireNoLinks(path);
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags);
  } catch (error) {
    throw ioError(`cannot inspect checkpoint file ${path}: ${systemDetail(error, path)}`, error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw ioError(`checkpoint is not a regular file: ${path}`);
    requireSameFile(descriptor, path);
    const detail = tooLarge(descriptor);
    if (detail !== null) throw ioError(`cannot read checkpoint file ${path}: ${detail}`);
    const bytes = readFileSync(descriptor);
    return { bytes, sha256: fileHash(bytes) };
  } finally {
    closeSync(descriptor);
  }
}
