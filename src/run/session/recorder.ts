import { type Clock, isoTime } from '../../base/clock.ts';
import { apply } from '../fold/fold.ts';
import { type JournalledEvent, type RunEvent, toRow } from '../journal.ts';
import type { RunState } from '../state.ts';
import type { JournalBatch, RunStore } from '../store.ts';

type Extras = Omit<JournalBatch, 'entries'>;

/** Keeps the state of a run and its journal in step. Events count at once, and are durable after `commit`. */
export class Recorder {
  readonly #store: RunStore;
  readonly #clock: Clock;
  readonly #aliveSinceMs: number;
  readonly #earlierMs: number;
  #state: RunState;
  #nextSeq: number;
  #waiting: JournalledEvent[] = [];
  #blobs: { readonly sha256: string; readonly text: string }[] = [];

  /** `earlierMs`: how long the run was alive before this process. `nextSeq`: of the first row to come. */
  constructor(options: {
    readonly store: RunStore;
    readonly clock: Clock;
    readonly state: RunState;
    readonly nextSeq: number;
    readonly earlierMs: number;
    readonly waiting: readonly JournalledEvent[];
  }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#state = options.state;
    this.#nextSeq = options.nextSeq;
    this.#earlierMs = options.earlierMs;
    this.#aliveSinceMs = options.clock.monotonicMs();
    this.#waiting = [...options.waiting];
  }

  get state(): RunState {
    return this.#state;
  }

  elapsedMs(): number {
    return Math.max(
      this.#state.elapsedMs,
      Math.round(this.#earlierMs + this.#clock.monotonicMs() - this.#aliveSinceMs),
    );
  }

  /** The entry that an event would become now; for what must be known of the state after it before it counts. */
  stamp(event: RunEvent): JournalledEvent {
    return { at: isoTime(this.#clock.nowMs()), elapsedMs: this.elapsedMs(), event };
  }

  preview(entry: JournalledEvent): RunState {
    return apply(this.#state, entry);
  }

  add(entry: JournalledEvent): RunState {
    this.#state = apply(this.#state, entry);
    this.#waiting.push(entry);
    return this.#state;
  }

  record(event: RunEvent): RunState {
    return this.add(this.stamp(event));
  }

  /** A text that rows to come refer to by its hash. */
  keep(sha256: string, text: string): void {
    this.#blobs.push({ sha256, text });
  }

  /** Writes all that waits, and what belongs to it, in one transaction, durable unless the extras say that it is provisional. */
  async commit(extras: Extras = {}): Promise<void> {
    const entries = this.#waiting;
    const blobs = [...this.#blobs, ...(extras.blobs ?? [])];
    await this.#store.append(this.#state.sessionId, this.#nextSeq, { ...extras, blobs, entries: entries.map(toRow) });
    this.#nextSeq += entries.length;
    this.#waiting = [];
    this.#blobs = [];
  }
}
