import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The last part of a session's file: whole lines, and the byte at which they begin. */
export interface SessionTail {
  readonly text: string;
  readonly start: number;
  /** Length of the file when it was read. */
  readonly end: number;
}

/** Holds a snapshot in all but the strangest sessions. */
const WINDOW_BYTES = 524_288;
const SNAPSHOT = '\n{"v":1,"kind":"snapshot"';

/**
 * The lines of a file from the last snapshot on, or all where there is none; `isWhole`: all in any case. `upto` reads, of a
 * snapshot's line, the byte up to which it holds.
 */
export function readSessionTail(
  path: string,
  isWhole: boolean,
  upto: (line: string) => number | undefined,
): SessionTail {
  const descriptor = openSync(path, 'r');
  try {
    const end = fstatSync(descriptor).size;
    const from = Math.max(0, end - WINDOW_BYTES);
    const window = isWhole ? Buffer.alloc(0) : readBytes(descriptor, from, end);
    const at = window.lastIndexOf(SNAPSHOT);
    const line = at === -1 ? '' : window.toString('utf8', at + 1, lineEnd(window, at + 1));
    const start = (line === '' ? undefined : upto(line)) ?? 0;
    const bytes = start >= from && !isWhole ? window.subarray(start - from) : readBytes(descriptor, start, end);
    return { text: bytes.toString('utf8'), start, end };
  } finally {
    closeSync(descriptor);
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(10, from);
  return end === -1 ? bytes.length : end;
}

function readBytes(descriptor: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, from + length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
