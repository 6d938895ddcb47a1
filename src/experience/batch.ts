import type { EntryChange, Outcome } from './library-state.ts';
import type { Operation } from './operation.ts';

/** What asked for a batch. */
export type BatchKind =
  | 'add'
  | 'edit'
  | 'retire'
  | 'restore'
  | 'pin'
  | 'confirm'
  | 'review'
  | 'correct'
  | 'learn'
  | 'import'
  | 'maintain'
  | 'compress'
  | 'undo'
  | 'purge';

/** One step from a version of a library to the next. Its inverse is its changes exchanged. */
export interface Batch {
  readonly v: 1;
  /** Chosen by who asks; the same id is applied once. */
  readonly id: string;
  readonly kind: BatchKind;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  readonly epoch: number;
  /** The batch that this one takes back. */
  readonly undoes: string | null;
  /** The session whose correction it is, for the cap of user entries. */
  readonly sessionId: string | null;
  readonly operations: readonly Operation[];
  readonly outcomes: readonly Outcome[];
  /** In order of id. */
  readonly changes: readonly EntryChange[];
}

/** A batch in the log of a library. */
export interface AppliedBatch extends Batch {
  /** Version that it made. */
  readonly version: number;
}

/** A batch without what it did. */
export interface BatchHeader
  extends Pick<AppliedBatch, 'version' | 'id' | 'kind' | 'at' | 'epoch' | 'undoes' | 'sessionId'> {
  /** How many entries it changed; a learning job may have changed none. */
  readonly changed: number;
}
