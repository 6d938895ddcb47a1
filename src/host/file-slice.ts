import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A part of a file that ends at a line's end. */
export interface FileSlice {
  readonly text: string;
  /** The byte at which it begins, and the one after it. */
  readonly from: number;
  readonly to: number;
}

/**
 * Whole lines of a file from a byte on, of at most so many bytes; a longer line is left out. Without a start, as of a file
 * that nobody read before, at most the last bytes. Undefined where the file cannot be read or holds nothing more.
 */
export function readSlice(path: string, start: number | undefined, mostBytes: number): FileSlice | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const { size } = fstatSync(descriptor);
    const from = start ?? Math.max(0, size - mostBytes);
    if (from >= size) return undefined;
    const bytes = Buffer.alloc(Math.min(mostBytes, size - from));
    const length = readSync(descriptor, bytes, 0, bytes.length, from);
    const end = bytes.lastIndexOf(10, length - 1) + 1;
    if (end === 0) return length < mostBytes ? undefined : { text: '', from, to: from + length };
    return { text: bytes.toString('utf8', 0, end), from, to: from + end };
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
