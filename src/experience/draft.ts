import type { Entry } from './entry.ts';
import { bodyOf, type EntryChange, type LibraryState, type Outcome, useOf } from './library-state.ts';
import type { Operation } from './operation.ts';
import { sameJson } from './same-json.ts';
import { nextStanding, type StatusEvent } from './status.ts';

/** In which batch, when and in which epoch operations are applied. */
export interface BatchContext {
  readonly batch: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  readonly epoch: number;
}

/** The next state of a library while operations are applied to it one by one. The state it began with stays as it is. */
export class Draft {
  readonly context: BatchContext;
  readonly #begun: LibraryState;
  readonly #entries: Map<number, Entry>;
  readonly #touched = new Set<number>();
  readonly #outcomes: Outcome[] = [];
  #nextId: number;

  constructor(library: LibraryState, context: BatchContext) {
    this.context = context;
    this.#begun = library;
    this.#entries = new Map(library.entries);
    this.#nextId = library.nextId;
  }

  get(id: number): Entry | undefined {
    return this.#entries.get(id);
  }

  entries(): IterableIterator<Entry> {
    return this.#entries.values();
  }

  /** Gives a new entry the next id. */
  create(entry: Omit<Entry, 'id'>): number {
    const id = this.#nextId++;
    this.put({ ...entry, id });
    return id;
  }

  put(entry: Entry): void {
    this.#entries.set(entry.id, withProbation(entry));
    this.#touched.add(entry.id);
  }

  remove(id: number): void {
    this.#entries.delete(id);
    this.#touched.add(id);
  }

  /** False where the event cannot happen to the entry. */
  move(entry: Entry, event: StatusEvent): boolean {
    const standing = nextStanding(entry, event, this.context.epoch);
    if (standing === null) return false;
    this.put({ ...entry, ...standing });
    return true;
  }

  /** Lifts the flags whose rival has just been archived. */
  liftFlagsOf(rival: number): void {
    for (const entry of this.#flaggedBy(rival)) this.move(entry, { kind: 'rival-archived' });
  }

  /** The successor of a merged rival takes its part. */
  passFlagsOf(rival: number, into: number): void {
    for (const entry of this.#flaggedBy(rival)) this.move(entry, { kind: 'rival-merged', into });
  }

  note(index: number, operation: Operation, outcome: Omit<Outcome, 'index' | 'op'>): void {
    this.#outcomes.push({ index, op: operation.op, ...outcome });
  }

  /** What changed, and the state that it made. */
  finish(): Applied {
    const ids = [...this.#touched].sort((a, b) => a - b);
    const changes = ids.flatMap((id) => this.#changeOf(id));
    const formerUses = new Map(this.#begun.formerUses);
    const uses: EntryUseOf[] = [];
    for (const id of ids) {
      const before = this.#begun.entries.get(id);
      const after = this.#entries.get(id);
      if (after === undefined) {
        if (before !== undefined) formerUses.set(id, useOf(before));
        continue;
      }
      formerUses.delete(id);
      if (before === undefined || !sameJson(useOf(before), useOf(after))) uses.push({ id, use: useOf(after) });
    }
    const next = {
      version: this.#begun.version + 1,
      epoch: Math.max(this.#begun.epoch, this.context.epoch),
      nextId: this.#nextId,
      entries: this.#entries,
      formerUses,
    };
    return { changes, uses, next, outcomes: this.#outcomes };
  }

  #flaggedBy(rival: number): readonly Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.status === 'flagged' && entry.rival === rival);
  }

  #changeOf(id: number): readonly EntryChange[] {
    const before = this.#begun.entries.get(id);
    const after = this.#entries.get(id);
    const change = {
      id,
      before: before === undefined ? null : bodyOf(before),
      after: after === undefined ? null : bodyOf(after),
    };
    return sameJson(change.before, change.after) ? [] : [change];
  }
}

/** The uses of one entry. */
export interface EntryUseOf {
  readonly id: number;
  readonly use: ReturnType<typeof useOf>;
}

/** What operations made of a library. */
export interface Applied {
  /** In order of id, one an entry, none where nothing changed. */
  readonly changes: readonly EntryChange[];
  /** Uses that are new or other ones, in order of id. */
  readonly uses: readonly EntryUseOf[];
  readonly next: LibraryState;
  readonly outcomes: readonly Outcome[];
}

/** An entry that enters probation begins to count; one that is active has nothing to count. */
function withProbation(entry: Entry): Entry {
  if (entry.status === 'active') return { ...entry, probation: null };
  if (entry.status !== 'probation') return entry;
  return { ...entry, probation: entry.probation ?? { uses: 0, judged: 0 } };
}
