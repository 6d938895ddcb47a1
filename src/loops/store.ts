import type { Commit, CommitResult, LibraryStamp } from '../experience/store.ts';
import type { RewardParts } from '../learning/reward.ts';
import type { CallRecord, MarkRecord } from '../telemetry/event.ts';
import type { Proposal } from './build/proposal.ts';

/** The sealed sessions that a look may see: live ones up to an epoch, and imported ones up to a job of the queue. */
export interface HistoryBound {
  readonly epoch: number;
  /** Number of the last learning job whose import counts; null: all. */
  readonly job: number | null;
}

/** A session in which a call failed so. `epoch` null: it was imported. */
interface FailedSession {
  readonly sessionId: string;
  readonly epoch: number | null;
}

/** An error as often as it was recorded, by its signature. */
export interface RecordedFailure {
  readonly signature: string;
  readonly count: number;
  /** Each of the hosts' sessions once, in the order of their first record. */
  readonly sessions: readonly FailedSession[];
  /** Newest first, at most five. */
  readonly samples: readonly CallRecord[];
}

/** A tool as it was called; of a shell also what it was told to run. */
export interface SeenTool {
  readonly tool: string;
  readonly command: unknown;
}

/** All proposals, with a number that moves whenever one of them does. */
export interface ProposalBook {
  readonly version: number;
  /** In order of number. */
  readonly proposals: readonly Proposal[];
}

/** New and changed proposals, made from a book of that version. */
export interface ProposalUpdate {
  readonly proposals: readonly Proposal[];
  readonly expectedVersion: number;
}

/** What a correction of a sealed session changes, as one. */
export interface LateCorrection {
  readonly partId: string;
  readonly feedback: MarkRecord;
  readonly parts: RewardParts;
  /** 0 to 1. */
  readonly reward: number;
}

/** What loops need kept, and need to know of what is kept. Several processes use it at once. */
export interface LoopStore {
  proposals(): Promise<ProposalBook>;
  /** `moved`: the book is at another version, nothing was changed. */
  saveProposals(update: ProposalUpdate): Promise<'applied' | 'moved'>;
  /** Makes a batch and proposals durable in one transaction, or nothing where either has moved. A batch that is known brings no proposals. */
  commitWithProposals(commit: Commit, expected: LibraryStamp, update: ProposalUpdate): Promise<CommitResult>;
  /** Those in most sessions and then the newest, at most 500, in order of signature; all, or some. Late records do not count. */
  failures(bound: HistoryBound, signatures?: readonly string[]): Promise<readonly RecordedFailure[]>;
  /** Signatures of the calls of one part of a session that failed, each once. */
  signaturesOf(partId: string): Promise<readonly string[]>;
  /** One failed call for each signature that was ever recorded. */
  failureHeads(): Promise<ReadonlyMap<string, CallRecord>>;
  /** Epochs of the live sessions that are stored, ascending. */
  epochs(bound: HistoryBound): Promise<readonly number[]>;
  /** The same by domain: of those with a trajectory in it. */
  domainEpochs(bound: HistoryBound): Promise<ReadonlyMap<string, readonly number[]>>;
  /** Tools of sealed sessions after an epoch, and of imports that were sealed since it, inside a bound. */
  seenTools(afterEpoch: number, bound: HistoryBound): Promise<readonly SeenTool[]>;
  /** In how many sessions each guideline was in view of an agent. */
  toldSessions(bound: HistoryBound): Promise<ReadonlyMap<string, number>>;
  /** Sets the acceptance of a task of a sealed session, and keeps the feedback as late. */
  correctSealed(correction: LateCorrection): Promise<void>;
}
