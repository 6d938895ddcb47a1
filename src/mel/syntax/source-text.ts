import type { Position, Span } from '../diagnostic.ts';

/** Where each line of a text begins, for turning offsets into positions. */
export class LineTable {
  readonly #starts: readonly number[];

  /** `starts` ascends and begins with 0. */
  constructor(starts: readonly number[]) {
    this.#starts = starts;
  }

  /** The offset at which a line begins, `line` from 1. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }

  /** The position of an offset, found by halving. */
  positionAt(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { offset, line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }

  /** From `start` up to, not including, `end`. */
  spanOf(start: number, end: number): Span {
    return { start: this.positionAt(start), end: this.positionAt(end) };
  }
}

/** The line table of a text: only LF ends a line. */
export function lineTable(text: string): LineTable {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return new LineTable(starts);
}
