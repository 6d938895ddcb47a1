import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { requireNoLinks } from './path-check.ts';
import { syncFolder } from './publish.ts';
import { requireSameFile } from './same-file.ts';
import { ioError } from './store-error.ts';
import { systemDetail } from './system-detail.ts';

/** Whole lines to be written from a place on; what stands after it was cut off by a crash. */
export interface Appended {
  readonly at: number;
  readonly lines: string;
}

/** Adds lines to a file beside a checkpoint whose lock is held, made where it is missing; durable when it returns. */
export function appendFile(path: string, linesAfter: (descriptor: number) => Appended): void {
  requireNoLinks(path);
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const descriptor = openSync(path, flags, 0o600);
    try {
      if (!fstatSync(descriptor).isFile()) throw ioError(`checkpoint is not a regular file: ${path}`);
      requireSameFile(descriptor, path);
      append(descriptor, linesAfter(descriptor));
    } finally {
      closeSync(descriptor);
    }
    // Also for a file that was there: whoever made it may have died before this.
    syncFolder(dirname(path));
  } catch (error) {
    if (error instanceof PraxisError) throw error;
    throw ioError(`cannot write checkpoint ${path}: ${systemDetail(error, path)}`, error);
  }
}

function append(descriptor: number, { at, lines }: Appended): void {
  const bytes = Buffer.from(lines);
  if (at < fstatSync(descriptor).size) ftruncateSync(descriptor, at);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
  fsyncSync(descriptor);
}
