import { BestBounds } from './best-bounds.ts';

const FIRST_ROOM = 1024;

/** What a search noted so far; one after the other uses it. Entries by place that may be among the best, and what a score has to reach for that. */
export class Found {
  #best: readonly BestBounds[] = [];
  #entries = new Int32Array(FIRST_ROOM);
  #most = new Float64Array(FIRST_ROOM);
  #noted = 0;

  /** Forgets everything. Of each lane `limit` entries are looked for now. */
  begin(lanes: number, limit: number): void {
    this.#best = Array.from({ length: lanes }, () => new BestBounds(limit));
    this.#noted = 0;
  }

  /** Notes, rows of one entry each. */
  get noted(): number {
    return this.#noted;
  }

  /** What an entry of a lane has to score. */
  threshold(lane: number): number {
    return this.#best[lane]?.threshold ?? Number.NEGATIVE_INFINITY;
  }

  /** Takes in that an entry scores at least so much. */
  bound(lane: number, entry: number, least: number): void {
    this.#best[lane]?.add(entry, least);
  }

  /** Notes that an entry scores at most so much. */
  note(entry: number, most: number): void {
    if (this.#noted === this.#entries.length) this.#makeRoom();
    this.#entries[this.#noted] = entry;
    this.#most[this.#noted] = most;
    this.#noted += 1;
  }

  entryOf(note: number): number {
    return this.#entries[note] ?? 0;
  }

  mostOf(note: number): number {
    return this.#most[note] ?? 0;
  }

  #makeRoom(): void {
    const entries = new Int32Array(2 * this.#noted);
    const most = new Float64Array(2 * this.#noted);
    entries.set(this.#entries);
    most.set(this.#most);
    this.#entries = entries;
    this.#most = most;
  }
}
