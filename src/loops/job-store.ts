import type { RecordedPart } from '../learning/recorded-part.ts';
import type { StoredTrajectory } from '../learning/store.ts';

/** The work that the sealing of one session asks for, or the audit of the library that is due after it. */
export interface LearningJob {
  readonly kind: 'learn' | 'maintain';
  /** `epoch:<n>` of a live session, `import:<hash of its event ids>` of an imported one, `maintain:<n>` of an audit; done once. */
  readonly key: string;
  /** Its place in the queue. It sees the sessions whose jobs stand before it, and its own. */
  readonly place: number;
  /** Id of the part that was sealed. */
  readonly partId: string;
  /** Null for an imported session. */
  readonly epoch: number | null;
  /** Of the newest live session up to its place; 0 where there is none. */
  readonly newestEpoch: number;
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

/** Units of each channel in one session. Errors that turn out to be one count each. */
export interface PlaceUnits {
  readonly place: number;
  readonly units: Readonly<Record<keyof Looks, number>>;
}

/** What the sessions before a place add up to. */
export interface CountedUnits {
  readonly units: PlaceUnits['units'];
  /** Of the recovery channel, those of sessions after its last look. */
  readonly recoveriesSinceLook: number;
  /** Places of the sessions that were never counted. */
  readonly uncounted: readonly number[];
}

/** The newest sessions of a history. */
export interface RecentRuns {
  /** In order of their ends. */
  readonly trajectories: readonly StoredTrajectory[];
  /** Texts of them that several tasks of the whole history have. */
  readonly repeated: ReadonlySet<string>;
}

/** The queue of a library. */
export interface JobStore {
  /** The job that is next: an audit that waits, else the oldest; after all others the parked one that failed longest ago. */
  nextJob(): Promise<LearningJob | undefined>;
  /** Sessions that wait to be learnt from, and jobs of any kind that were set aside. */
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
  countedUnits(before: number): Promise<CountedUnits>;
  /** So many sessions of those up to a place: those that ended last, or last before its own ended. */
  recentRuns(place: number, sessions: number, until: 'own' | 'newest'): Promise<RecentRuns>;
}
