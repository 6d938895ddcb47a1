import type { RecordedPart } from '../learning/recorded-part.ts';

/** The work that the sealing of one session asks for. */
export interface LearningJob {
  /** `epoch:<n>` of a live session, `import:<hash of its event ids>` of an imported one; done once. */
  readonly key: string;
  /** Its place in the queue. It sees the sessions whose jobs stand before it, and its own. */
  readonly place: number;
  /** Id of the part that was sealed. */
  readonly partId: string;
  /** Null for an imported session. */
  readonly epoch: number | null;
  /** How often it failed. */
  readonly attempts: number;
  /** Not to be tried again before, in ms since 1970. */
  readonly notBeforeMs: number;
  /** It failed too often: later ones go on without it. */
  readonly isParked: boolean;
}

/** The channels of the extractor, and at how many units each was looked at last; null: never. */
export interface Looks {
  readonly outcome: number | null;
  readonly step: number | null;
  readonly recovery: number | null;
}

/** The queue of a library. */
export interface JobStore {
  /** The job that is next: the oldest that waits, parked ones after all others. */
  nextJob(): Promise<LearningJob | undefined>;
  jobCounts(): Promise<{ readonly queued: number; readonly parked: number }>;
  /** A try that failed. */
  jobFailed(
    key: string,
    how: {
      readonly attempts: number;
      readonly notBeforeMs: number;
      readonly isParked: boolean;
      readonly reason: string;
    },
  ): Promise<void>;
  /** The sessions with a place after one and up to another, in the order of their places. */
  recordedParts(after: number, upTo: number): Promise<readonly RecordedPart[]>;
  looks(): Promise<Looks>;
}
