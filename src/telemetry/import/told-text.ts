import { boundedText } from './bounded.ts';

/** A text that several records of a source tell: the earliest or the latest counts, in whatever order they come. */
export class ToldText {
  readonly #isLatest: boolean;
  #text: string | null = null;
  #at: string | null = null;

  constructor(which: 'earliest' | 'latest') {
    this.#isLatest = which === 'latest';
  }

  /** Null: nobody told. */
  get text(): string | null {
    return this.#text;
  }

  /** Takes note of what was told at a time (ISO 8601 UTC; unknown ones come first); null and an empty text tell nothing. */
  learn(text: string | null, at: string | null): void {
    if (text === null || text === '') return;
    const told = boundedText(text);
    if (this.#text !== null) {
      // Two of one time are told apart by what they say, so that the order does not matter.
      const order = compareTimes(at, this.#at) || compareTexts(told, this.#text);
      if (this.#isLatest ? order <= 0 : order >= 0) return;
    }
    this.#text = told;
    this.#at = at;
  }
}

/** Orders times as texts; unknown ones come first. */
export function compareTimes(a: string | null, b: string | null): number {
  return compareTexts(a ?? '', b ?? '');
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
