/** So many sessions are told at once at most; of more, the oldest are forgotten. */
const MOST_SESSIONS = 4096;

/**
 * Times for what is told without one. Within a session each differs from the one before, though many events come in one
 * millisecond: of equal times nobody could tell any more which event came first.
 */
export class ToldClock {
  readonly #nowMs: () => number;
  readonly #lastMs = new Map<string, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Milliseconds since 1970. */
  timeFor(sessionId: string): number {
    const last = this.#lastMs.get(sessionId);
    const time = Math.max(this.#nowMs(), (last ?? 0) + 1);
    if (last === undefined && this.#lastMs.size >= MOST_SESSIONS) {
      const [oldest] = this.#lastMs.keys();
      if (oldest !== undefined) this.#lastMs.delete(oldest);
    }
    this.#lastMs.set(sessionId, time);
    return time;
  }
}
