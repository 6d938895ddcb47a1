import type { Diagnostic } from '../diagnostic.ts';
import { problem } from './problem.ts';
import { MAX_SOURCE_LENGTH } from './source-length.ts';
import { lineTable } from './source-text.ts';

export type SourceText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic };

/**
 * Decodes a file strictly: no byte is replaced, none is dropped, a byte order mark included.
 * Refused with `MEL_IO` where it is not valid UTF-8 or holds a NUL, with `E_LIMIT` where it is too long.
 */
export function readSource(bytes: Uint8Array): SourceText {
  // No code unit takes more than three bytes, so this file is too long in any case.
  if (bytes.length > MAX_SOURCE_LENGTH * 3) return { kind: 'refused', diagnostic: tooLong() };
  const offending = firstOffendingByte(bytes);
  if (offending < 0) return { kind: 'text', text: decode(bytes) };
  const readable = decode(bytes.subarray(0, offending));
  const byte = bytes[offending] ?? 0;
  const message =
    byte === 0
      ? `The source holds a NUL at byte ${offending}; MEL sources are text.`
      : `Byte ${offending} (0x${byte.toString(16).padStart(2, '0')}) is not valid UTF-8; save the file as UTF-8.`;
  return { kind: 'refused', diagnostic: unreadable(readable, readable.length, message) };
}

/** What makes a string no source, or null: too long, a NUL, half of a surrogate pair. */
export function refuseText(text: string): Diagnostic | null {
  if (text.length > MAX_SOURCE_LENGTH) return tooLong();
  const nul = text.indexOf('\0');
  const half = text.search(/\p{Surrogate}/u);
  if (nul >= 0 && (half < 0 || nul < half)) {
    return unreadable(text, nul, 'The source holds a NUL; MEL sources are text.');
  }
  if (half >= 0) return unreadable(text, half, 'Half of a surrogate pair is no character, so the source is no text.');
  return null;
}

function tooLong(): Diagnostic {
  const start = { offset: 0, line: 1, column: 1 };
  const end = { offset: 1, line: 1, column: 2 };
  const message = `The source is longer than ${MAX_SOURCE_LENGTH} UTF-16 code units; split it into several domains.`;
  return problem('E_LIMIT', message, { start, end });
}

function unreadable(text: string, offset: number, message: string): Diagnostic {
  const start = lineTable(text).positionAt(offset);
  const end = { offset: offset + 1, line: start.line, column: start.column + 1 };
  return problem('MEL_IO', message, { start, end });
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The index of the first NUL or of the sequence that is not UTF-8, -1 where all is well. */
function firstOffendingByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead > 0 && lead < 0x80) {
      at += 1;
      continue;
    }
    const length = sequenceLength(bytes, at, lead);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Bytes of the well-formed sequence that begins at `at` (Unicode, table 3-7), 0 where there is none. */
function sequenceLength(bytes: Uint8Array, at: number, lead: number): 0 | 2 | 3 | 4 {
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0) return 0;
  // The second byte is narrower after these leads: no overlong forms, no surrogates, nothing past U+10FFFF.
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < lowest || second > highest) return 0;
  for (let next = 2; next < length; next += 1) {
    if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
