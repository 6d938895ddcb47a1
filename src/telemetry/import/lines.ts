import { joinBytes } from './bytes.ts';

/** A line as it was found. `overlong`: its bytes were let go. `isTorn`: the source ends in it without a line break. */
export type FoundLine =
  | { readonly kind: 'line'; readonly bytes: Uint8Array; readonly isTorn: boolean }
  | { readonly kind: 'overlong' };

const LINE_FEED = 10;

/** Splits bytes that come in pieces into lines at line feeds, and holds no more than one line of `maxBytes`. */
export class LineSplitter {
  readonly #onLine: (line: FoundLine) => void;
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #isOverlong = false;

  constructor(maxBytes: number, onLine: (line: FoundLine) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#line(chunk.subarray(start, end), false);
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  end(): void {
    if (this.#held > 0 || this.#isOverlong) this.#line(new Uint8Array(0), true);
  }

  #hold(piece: Uint8Array): void {
    this.#held += piece.length;
    if (this.#held > this.#maxBytes) {
      this.#isOverlong = true;
      this.#pieces = [];
    }
    // A copy, since a reader may fill the same buffer again.
    if (!this.#isOverlong) this.#pieces.push(piece.slice());
  }

  #line(last: Uint8Array, isTorn: boolean): void {
    const length = this.#held + last.length;
    if (this.#isOverlong || length > this.#maxBytes) this.#onLine({ kind: 'overlong' });
    else this.#onLine({ kind: 'line', bytes: this.#held === 0 ? last : joinBytes([...this.#pieces, last]), isTorn });
    this.#pieces = [];
    this.#held = 0;
    this.#isOverlong = false;
  }
}
