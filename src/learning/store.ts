import type { TelemetryRecord } from '../telemetry/event.ts';
import type { SessionPart } from '../telemetry/store.ts';
import type { RewardParts } from './reward.ts';
import type { SealedSession } from './sealed-session.ts';
import type { SessionSummary } from './session-summary.ts';

/** A trajectory of a sealed session, one of the attempts that groups are made of. */
export interface StoredTrajectory {
  readonly v: 1;
  /** Id of the part of a session in which it was attempted. */
  readonly sessionId: string;
  readonly taskId: string;
  readonly taskText: string;
  readonly domain: string;
  readonly agentConfigId: string;
  readonly groupKey: string | null;
  readonly textKey: string | null;
  readonly cluster: number | null;
  readonly steps: number;
  readonly parts: RewardParts;
  readonly isLate: boolean;
  readonly reward: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly injected: readonly string[];
}

/** Takes the records of one session in, in order of recording, and keeps of them what is concluded from. */
export interface SessionReading {
  take(record: TelemetryRecord): void;
  /** What was taken as a session that ended at `endMs`. */
  seal(endMs: number): SealedSession;
  summarise(sealed: SealedSession, sessionsSoFar: (signature: string) => number): SessionSummary;
}

/** How a session is sealed: pure functions that the store calls inside its transaction. */
export interface Sealing {
  readonly encoderId: string;
  readonly nowMs: number;
  /** A session without a record for so long is over. */
  readonly idleMs: number;
  /** Host ids of sessions that others will seal once they have made them whole. */
  readonly without: ReadonlySet<string>;
  read(): SessionReading;
  /** The leader that a task joins, by index; undefined: it becomes one. All are of its domain. */
  nearest(leaders: readonly Float32Array[], vector: Float32Array): number | undefined;
}

/** What is concluded from records, kept beside them. */
export interface LearningStore {
  /**
   * Seals every part whose time has come, those of one session or of all, each once, however many ask; small ones together
   * in short transactions. Ids of the parts that this call sealed.
   */
  sealDue(sealing: Sealing, sessionId?: string): Promise<readonly string[]>;
  /** Ordered by the end of their sessions, oldest first; those of one part, or of all. */
  trajectories(filter: { readonly partId?: string }): Promise<readonly StoredTrajectory[]>;
  /** What parts of one session came to, together; what is not sealed counts as if it ended now. */
  summary(parts: readonly SessionPart[], sealing: Sealing): Promise<SessionSummary>;
}
