export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly detail: string };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes strict UTF-8 and keeps a byte order mark; `detail` says which bytes are none, and why. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { kind: 'text', text: decoder.decode(bytes) };
  } catch {
    return { kind: 'refused', detail: firstFault(bytes) };
  }
}

function firstFault(bytes: Uint8Array): string {
  let at = 0;
  while (at < bytes.length) {
    const sequence = sequenceAt(bytes, at);
    if (sequence.fault !== undefined) return faultText(bytes, at, sequence.length, sequence.fault);
    at += sequence.length;
  }
  return 'invalid UTF-8';
}

interface Sequence {
  readonly length: number;
  readonly fault?: string;
}

function sequenceAt(bytes: Uint8Array, at: number): Sequence {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return { length: 1 };
  if (lead < 0xc2 || lead > 0xf4) return { length: 1, fault: 'invalid start byte' };
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return { length: i, fault: 'unexpected end of data' };
    if (byte < lowest(lead, i) || byte > highest(lead, i)) return { length: i, fault: 'invalid continuation byte' };
  }
  return { length };
}

/** The second byte's range keeps out overlong forms, surrogates and what lies beyond U+10FFFF. */
function lowest(lead: number, index: number): number {
  if (index === 1 && lead === 0xe0) return 0xa0;
  return index === 1 && lead === 0xf0 ? 0x90 : 0x80;
}

function highest(lead: number, index: number): number {
  if (index === 1 && lead === 0xed) return 0x9f;
  return index === 1 && lead === 0xf4 ? 0x8f : 0xbf;
}

function faultText(bytes: Uint8Array, at: number, length: number, fault: string): string {
  const one = `byte 0x${(bytes[at] ?? 0).toString(16).padStart(2, '0')} in position ${at}`;
  const which = length === 1 ? one : `bytes in position ${at}-${at + length - 1}`;
  return `'utf-8' codec can't decode ${which}: ${fault}`;
}
