/** A line of a stream, or that there was one which is too long to be read. */
export type SplitLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | { readonly kind: 'too-long'; readonly number: number };

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;

/** Splits a stream of UTF-8 bytes at line feeds, counted from 1; blank lines are left out. What is no UTF-8 becomes U+FFFD. */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #maxBytes: number;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #number = 1;

  constructor(maxBytes: number = MAX_LINE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that a chunk completes. */
  push(chunk: Uint8Array): readonly SplitLine[] {
    const lines: SplitLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finish(lines);
      start = end + 1;
    }
    this.#keep(chunk.slice(start));
    return lines;
  }

  /** What stands after the last line feed: a line that was never ended. */
  end(): readonly SplitLine[] {
    const lines: SplitLine[] = [];
    if (this.#restBytes > 0) this.#finish(lines);
    return lines;
  }

  #keep(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#restBytes += part.length;
    // Of a line that is too long nothing is kept but its length.
    if (this.#restBytes > this.#maxBytes) this.#rest = [];
    else this.#rest.push(part);
  }

  #finish(lines: SplitLine[]): void {
    const number = this.#number++;
    const isTooLong = this.#restBytes > this.#maxBytes;
    const text = isTooLong ? '' : this.#decoder.decode(this.#joined());
    this.#rest = [];
    this.#restBytes = 0;
    if (isTooLong) lines.push({ kind: 'too-long', number });
    else if (text.trim() !== '') lines.push({ kind: 'line', number, text });
  }

  #joined(): Uint8Array {
    const [first, ...others] = this.#rest;
    if (first === undefined) return new Uint8Array();
    if (others.length === 0) return first;
    const all = new Uint8Array(this.#restBytes);
    let at = 0;
    for (const part of this.#rest) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
