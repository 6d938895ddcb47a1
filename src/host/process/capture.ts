import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { withoutCutEnd, withoutCutStart } from '../../base/utf8.ts';
import type { CapturedOutput } from '../../run/processes.ts';

const KEPT_BYTES = 1024 * 1024;
const HALF = KEPT_BYTES / 2;

/** Reads what a command wrote into an open file: whole up to 1 MiB, else its first and last half around a marker line. */
export function captureFile(fd: number): CapturedOutput {
  const size = fstatSync(fd).size;
  if (size <= KEPT_BYTES) return captureBytes(readRange(fd, 0, size));
  const head = withoutCutEnd(readRange(fd, 0, HALF));
  const tail = withoutCutStart(readRange(fd, size - HALF, HALF));
  const leftOut = size - head.length - tail.length;
  return {
    text: `${textOf(head)}\n[… ${leftOut} bytes left out …]\n${textOf(tail)}`,
    bytes: size,
    isTruncated: true,
    sha256: createHash('sha256').update(head).update(tail).digest('hex'),
  };
}

/** The capture of bytes that are kept whole. */
export function captureBytes(bytes: Uint8Array): CapturedOutput {
  return {
    text: textOf(bytes),
    bytes: bytes.length,
    isTruncated: false,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function readRange(fd: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, bytes, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
