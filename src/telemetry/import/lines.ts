import { ByteCollector } from './bytes.ts';

/**
 * A line as it was found; its bytes hold until the next one. `overlong`: its bytes were let go. `isTorn`: the source ends
 * in it without a line break.
 */
export type FoundLine =
  | { readonly kind: 'line'; readonly bytes: Uint8Array; readonly isTorn: boolean }
  | { readonly kind: 'overlong' };

const LINE_FEED = 10;
const NOTHING = new Uint8Array(0);

/** Splits bytes that come in pieces into lines at line feeds, and holds no more than one line of `maxBytes`. */
export class LineSplitter {
  readonly #onLine: (line: FoundLine) => void;
  /** What came of a line that is not whole yet. */
  readonly #held: ByteCollector;

  constructor(maxBytes: number, onLine: (line: FoundLine) => void) {
    this.#held = new ByteCollector(maxBytes);
    this.#onLine = onLine;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      this.#line(chunk.subarray(start, end), false);
      start = end + 1;
    }
    if (start < chunk.length) this.#held.add(chunk.subarray(start));
  }

  end(): void {
    if (!this.#held.isEmpty) this.#line(NOTHING, true);
  }

  #line(last: Uint8Array, isTorn: boolean): void {
    const bytes = this.#held.finish(last);
    this.#onLine(bytes === null ? { kind: 'overlong' } : { kind: 'line', bytes, isTorn });
  }
}
