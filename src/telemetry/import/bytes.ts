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

const KEPT_BYTES = 4_194_304;

/** Bytes that are put together piece by piece, again and again in the same memory; more than `maxBytes` are let go. */
export class ByteCollector {
  readonly #maxBytes: number;
  #buffer = new Uint8Array(0);
  #length = 0;
  #isOverfull = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether nothing was added since it was cleared. */
  get isEmpty(): boolean {
    return this.#length === 0 && !this.#isOverfull;
  }

  /** Whether there were too many, so that none are held. */
  get isOverfull(): boolean {
    return this.#isOverfull;
  }

  /** What was put together; it holds until the next `add` or `clear`. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#maxBytes) {
      this.clear();
      this.#isOverfull = true;
    }
    if (this.#isOverfull) return;
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(length, 2 * this.#buffer.length)));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
    this.#isOverfull = false;
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = new Uint8Array(0);
  }

  /** All of them with the last ones, and begins anew; null where they are too many. It holds until the next `add`. */
  finish(last: Uint8Array): Uint8Array | null {
    if (this.isEmpty) return last.length > this.#maxBytes ? null : last;
    this.add(last);
    const bytes = this.#isOverfull ? null : this.bytes;
    this.clear();
    return bytes;
  }
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

/** What the first bytes of a source say of its encoding. JSON begins with ASCII, so that UTF-16 and UTF-32 show without a mark. */
export function foreignEncoding(head: Uint8Array): ForeignEncoding | null {
  const found = MAGIC.find(([, bytes]) => bytes.every((byte, i) => head[i] === byte));
  if (found !== undefined) return found[0];
  const [a = 0, b = 0, c = 0, d = 0] = head;
  if (head.length < 4) return null;
  const isLittle = isJsonByte(a) && b === 0 && c !== 0 && d === 0;
  const isBig = a === 0 && isJsonByte(b) && c === 0 && d !== 0;
  if (isLittle || isBig) return 'UTF-16';
  const isWide = (isJsonByte(a) && b === 0 && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0 && isJsonByte(d));
  return isWide ? 'UTF-32' : null;
}

function isJsonByte(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b || byte === 0x22 || byte === 0x20 || byte === 0x0a || byte === 0x0d;
}

/** The bytes without a UTF-8 byte-order mark at their beginning. */
export function withoutMark(head: Uint8Array): Uint8Array {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

/** The same bytes, of which the first chunk holds at least `count`, or all where there are fewer; none of them is empty. */
export async function* wholeHead(chunks: AsyncIterable<Uint8Array>, count: number): AsyncIterable<Uint8Array> {
  const head = new ByteCollector(Number.POSITIVE_INFINITY);
  let isHeadGiven = false;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (isHeadGiven || (head.isEmpty && chunk.length >= count)) {
      isHeadGiven = true;
      yield chunk;
      continue;
    }
    head.add(chunk);
    if (head.bytes.length < count) continue;
    isHeadGiven = true;
    yield head.bytes;
  }
  if (!isHeadGiven && !head.isEmpty) yield head.bytes;
}
