import { Buffer } from 'node:buffer';

const LONE = /[\udc80-\udcff]/;

/**
 * Text form of a file name's bytes. Names that are no UTF-8 keep each stray byte as the lone surrogate U+DC00 + byte, so
 * that the name can be written back exactly; JSON carries such text as escapes.
 */
export function nameFromBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (!text.includes('\ufffd')) return text;
  let name = '';
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) name += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    else name += bytes.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return name;
}

/** Bytes of the well-formed UTF-8 sequence at a position; 0 where there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length < 2) return length;
  const slice = bytes.subarray(at, at + length);
  return slice.length === length && Buffer.from(slice.toString('utf8'), 'utf8').equals(slice) ? length : 0;
}

/** What the file system is asked for: the text itself, or the exact bytes where the text stands for stray ones. */
export function systemPath(path: string): string | Buffer {
  if (!LONE.test(path)) return path;
  const parts: Buffer[] = [];
  for (const char of path) {
    const code = char.codePointAt(0) ?? 0;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(char, 'utf8'));
  }
  return Buffer.concat(parts);
}
