const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that a text takes as UTF-8. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** The first part of a text, at most `bytes` of UTF-8, cut between code points. */
export function utf8Start(text: string, bytes: number): string {
  const encoded = encoder.encode(text);
  return encoded.length <= bytes ? text : decoder.decode(withoutCutEnd(encoded.subarray(0, Math.max(0, bytes))));
}

/** The last part of a text, at most `bytes` of UTF-8, cut between code points. */
export function utf8End(text: string, bytes: number): string {
  const encoded = encoder.encode(text);
  if (encoded.length <= bytes) return text;
  return decoder.decode(withoutCutStart(encoded.subarray(encoded.length - Math.max(0, bytes))));
}

/** Drops a UTF-8 sequence that a cut left without its end. */
export function withoutCutEnd(bytes: Uint8Array): Uint8Array {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  return lead >= 0 && lead + sequenceLength(bytes[lead] ?? 0) > bytes.length ? bytes.subarray(0, lead) : bytes;
}

/** Drops what a cut left of a UTF-8 sequence without its beginning. */
export function withoutCutStart(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
