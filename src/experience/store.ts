import type { AppliedBatch, Batch, BatchHeader, BatchKind } from './batch.ts';
import type { EntryUseOf } from './draft.ts';
import type { Entry } from './entry.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';
import type { Relation } from './relation.ts';
import type { NewReviewItem, ReviewItem } from './review-item.ts';
import type { EntryInUse } from './uses.ts';

/** What moves when a library does; equal stamps, equal library. */
export interface LibraryStamp {
  /** Counts the batches. */
  readonly version: number;
  /** Counts what is no batch: new vectors of the whole library. */
  readonly generation: number;
}

/** What changed since a version that somebody holds. */
export interface LibraryDelta {
  readonly stamp: LibraryStamp;
  readonly epoch: number;
  readonly nextId: number;
  /** Entries as they are now, of those that a batch since then changed. */
  readonly entries: readonly Entry[];
  /** Those that are gone, with the uses that a redo brings back. */
  readonly gone: readonly EntryUseOf[];
  /** What changed of the vectors in each space that was asked for, in their order. */
  readonly vectors: readonly (readonly StoredVectors[])[];
}

/** The vectors of an entry in one space; null for a text that holds nothing to go by. */
export interface StoredVectors {
  readonly id: number;
  readonly text: Float32Array | null;
  /** Unit mean of the task texts it was learnt from; null where it has none. */
  readonly situation: Float32Array | null;
}

/** Vectors that a batch brings. `situation` undefined: as before. */
export interface NewVectors {
  readonly id: number;
  readonly encoderId: string;
  readonly text: Float32Array | null;
  readonly situation?: Float32Array | null;
}

/** A space in which a library has vectors. `model`: its model encoder; `floor`: the one that is always at hand. */
export interface LibraryEncoder {
  readonly role: 'model' | 'floor';
  readonly encoderId: string;
  readonly dims: number;
}

type Channels<Value> = Readonly<Record<'outcome' | 'step' | 'recovery', Value>>;

/** What a job leaves in the queue. */
interface DoneJob {
  readonly key: string;
  /** At how many units each channel was looked at last; null: never. */
  readonly looks?: Channels<number | null>;
  /** How many units sessions of the queue hold, by their place. */
  readonly counts?: readonly { readonly place: number; readonly units: Channels<number> }[];
  /** The audit that is due after it. */
  readonly maintenance?: string | null;
  /** Trajectories that taught a language model, once for each extraction. */
  readonly extracted?: readonly string[];
}

/** Everything that becomes durable together. */
export interface Commit {
  readonly batch: Batch;
  readonly uses: readonly EntryUseOf[];
  readonly nextId: number;
  /** One an encoder of the library for each entry that is new or has another text. */
  readonly vectors: readonly NewVectors[];
  readonly review: readonly NewReviewItem[];
  /** Items that the batch closes or opens again. */
  readonly reviewed: readonly Pick<ReviewItem, 'n' | 'state' | 'answeredBy'>[];
  readonly relations: {
    readonly added: readonly Relation[];
    readonly dropped: readonly Relation[];
    /** Entries whose relations to the user library were found anew; what a person said stays. */
    readonly replaced: readonly string[];
  };
  /** A request that lets the clock of a user library go on. */
  readonly advancesEpoch: boolean;
  /** The job of the queue that the batch is the work of: it is done with it. */
  readonly job?: DoneJob;
}

/** A wish that lost against other writers and waits to be tried again; plain data. */
export interface BatchRequest {
  readonly v: 1;
  /** That of the batch it becomes. */
  readonly id: string;
  readonly kind: BatchKind;
  readonly at: string;
  readonly sessionId: string | null;
  readonly wish:
    | {
        readonly kind: 'operations';
        readonly operations: readonly Operation[];
        readonly review: readonly NewReviewItem[];
        /** Counted before the operations. */
        readonly uses?: readonly EntryInUse[];
      }
    | { readonly kind: 'undo'; readonly batch: string | null }
    | { readonly kind: 'review'; readonly n: number; readonly isAccepted: boolean }
    | { readonly kind: 'compress' }
    | { readonly kind: 'purge' };
}

/** `known`: a batch with that id was applied before; `moved`: the library has another stamp, nothing was changed. */
export type CommitResult = 'applied' | 'known' | 'moved';

/** Versions of this library and of the user's. */
export interface ComparedVersions {
  readonly own: number;
  readonly user: number;
}

/** Where the experiences of one library are kept. Several processes use it at once. */
export interface ExperienceStore {
  /** One look-up by key: cheap enough to ask before every retrieval. */
  stamp(): Promise<LibraryStamp>;
  /** The whole library, of one version. */
  read(): Promise<LibraryState & LibraryStamp>;
  /** What changed since a version, for whoever holds the library of that version, with its vectors in some spaces. */
  readSince(version: number, encoderIds?: readonly string[]): Promise<LibraryDelta>;
  /** Makes a batch durable with all that belongs to it, if the library is still as it was planned for. */
  commit(commit: Commit, expected: LibraryStamp): Promise<CommitResult>;
  /** The log without its contents, oldest first. */
  headers(): Promise<readonly BatchHeader[]>;
  /** Batches, oldest first: those with one of the ids, those of one session, those of some epochs and all undos, or those after a version. */
  batches(filter: {
    readonly ids?: readonly string[];
    readonly sessionId?: string;
    readonly epochsAndUndos?: readonly number[];
    readonly after?: number;
  }): Promise<readonly AppliedBatch[]>;
  /** The spaces in which the library has vectors. */
  encoders(): Promise<readonly LibraryEncoder[]>;
  /** The vectors of all entries in one space, archived ones included, or of some. */
  vectors(encoderId: string, ids?: readonly number[]): Promise<readonly StoredVectors[]>;
  /** Makes an encoder the library's own for its role, with vectors for every entry, in one transaction. No batch; the generation goes on. */
  reembed(
    encoder: LibraryEncoder,
    vectors: readonly StoredVectors[],
    expected: LibraryStamp,
  ): Promise<Exclude<CommitResult, 'known'>>;
  /** Gives a space up that the library no longer uses. No batch; the generation goes on. */
  forgetEncoder(role: LibraryEncoder['role']): Promise<void>;
  /** Ordered by number; those in one state, or all. */
  review(filter: { readonly state?: ReviewItem['state'] }): Promise<readonly ReviewItem[]>;
  /** Lets something wait for a person without a batch. The items with their numbers. */
  ask(items: readonly NewReviewItem[]): Promise<readonly ReviewItem[]>;
  /** Changes items without a batch: a rejection, one more group that asks. */
  answer(items: readonly ReviewItem[]): Promise<void>;
  relations(): Promise<readonly Relation[]>;
  /** Up to which versions the entries of this library and of the user's were compared; 0: never. */
  comparedTo(): Promise<ComparedVersions>;
  /** Takes relations to user entries in, up to those versions, in place of those that name one of `ids`. */
  relate(relations: readonly Relation[], replaced: readonly string[], compared: ComparedVersions): Promise<void>;
  /** Lets a request wait; the same id waits once. */
  park(request: BatchRequest): Promise<void>;
  /** What waits, oldest first. A commit with the id of a request takes it from there. */
  parked(): Promise<readonly BatchRequest[]>;
  /** Gives a request up that cannot be done any more. */
  unpark(id: string): Promise<void>;
}
