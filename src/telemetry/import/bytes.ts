/** One run of bytes from several pieces. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** How a source is written, as far as its first bytes tell; `null`: as UTF-8, or at least nothing else that is known. */
export type ForeignEncoding = 'UTF-16' | 'UTF-32' | 'gzip' | 'Zstandard' | 'ZIP';

const MAGIC: readonly (readonly [name: ForeignEncoding, bytes: readonly number[]])[] = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
  ['gzip', [0x1f, 0x8b]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
];

/** What the first bytes of a source say of its encoding. JSON begins with ASCII, so that UTF-16 shows without a mark. */
export function foreignEncoding(head: Uint8Array): ForeignEncoding | null {
  const found = MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte));
  if (found !== undefined) return found[0];
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if (head.length < 4) return null;
  const isLittle = isJsonByte(a) && b === 0 && c !== 0 && d === 0;
  const isBig = a === 0 && isJsonByte(b) && c === 0 && d !== 0;
  return isLittle || isBig ? 'UTF-16' : null;
}

function isJsonByte(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b || byte === 0x22 || byte === 0x20 || byte === 0x0a || byte === 0x0d;
}

/** The bytes without a UTF-8 byte-order mark at their beginning. */
export function withoutMark(head: Uint8Array): Uint8Array {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}
