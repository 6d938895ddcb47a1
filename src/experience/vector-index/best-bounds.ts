/** The `limit` best lower bounds of scores, each entry once: whatever scores less than the last of them is not among the best. */
export class BestBounds {
  readonly #limit: number;
  readonly #scores: number[] = [];
  readonly #entries: number[] = [];
  #threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get threshold(): number {
    return this.#threshold;
  }

  /** Takes in that an entry scores at least so much. */
  add(entry: number, score: number): void {
    if (score <= this.#threshold || this.#limit === 0) return;
    let place = this.#entries.indexOf(entry);
    if (place === -1) {
      place = Math.min(this.#entries.length, this.#limit - 1);
    } else if ((this.#scores[place] ?? 0) >= score) {
      return;
    }
    for (; place > 0 && (this.#scores[place - 1] ?? 0) < score; place--) {
      this.#scores[place] = this.#scores[place - 1] ?? 0;
      this.#entries[place] = this.#entries[place - 1] ?? 0;
    }
    this.#scores[place] = score;
    this.#entries[place] = entry;
    if (this.#entries.length === this.#limit) this.#threshold = this.#scores[this.#limit - 1] ?? 0;
  }
}
