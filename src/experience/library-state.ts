import type { Entry, EntryBody, EntryMarks, EntryUse } from './entry.ts';
import type { Operation } from './operation.ts';

/** A library as one version of it stands. Plain data; nothing in it is ever changed in place. */
export interface LibraryState {
  /** Counts the batches. */
  readonly version: number;
  /** Newest epoch: of the newest sealed live session with calls, or of the newest request for a user library; 0 before. */
  readonly epoch: number;
  /** The id of the next new entry. */
  readonly nextId: number;
  readonly entries: ReadonlyMap<number, Entry>;
  /** Uses of entries that an undo took out; a redo brings them back. */
  readonly formerUses: ReadonlyMap<number, EntryUse>;
}

/** What a batch changes of an entry and an undo gives back. */
export interface StoredBody extends EntryBody, EntryMarks {}

/** An entry before and after a batch; null: it was not there. */
export interface EntryChange {
  readonly id: number;
  readonly before: StoredBody | null;
  readonly after: StoredBody | null;
}

/** What became of an operation. `kept`: it is so already; `dropped`: it could not be done, `reason` says why. */
export interface Outcome {
  /** Its place in the batch. */
  readonly index: number;
  readonly op: Operation['op'];
  readonly kind: 'changed' | 'kept' | 'dropped';
  /** The entry that was made or meant. */
  readonly id: number | null;
  readonly reason: string;
}

/** A library without a batch. */
export const EMPTY_LIBRARY: LibraryState = {
  version: 0,
  epoch: 0,
  nextId: 1,
  entries: new Map(),
  formerUses: new Map(),
};

/** What a batch may change of an entry. */
export function bodyOf(entry: Entry): StoredBody {
  const { u: _, counters: __, probation: ___, ...body } = entry;
  return body;
}

/** What uses count up. */
export function useOf({ u, counters, probation }: EntryUse): EntryUse {
  return { u, counters, probation };
}
