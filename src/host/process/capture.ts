import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
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
    text: `${head.toString('utf8')}\n[… ${leftOut} bytes left out …]\n${tail.toString('utf8')}`,
    bytes: size,
    isTruncated: true,
    sha256: createHash('sha256').update(head).update(tail).digest('hex'),
  };
}

/** The capture of bytes that are kept whole. */
export function captureBytes(bytes: Buffer): CapturedOutput {
  return {
    text: bytes.toString('utf8'),
    bytes: bytes.length,
    isTruncated: false,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

function readRange(fd: number, start: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(fd, bytes, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Drops a UTF-8 sequence that the cut left without its end. */
function withoutCutEnd(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  return lead + sequenceLength(bytes[lead] ?? 0) > bytes.length ? bytes.subarray(0, lead) : bytes;
}

/** Drops what the cut left of a UTF-8 sequence without its beginning. */
function withoutCutStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}
