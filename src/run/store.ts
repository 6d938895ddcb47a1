import type { PlainJson } from '../base/exact-json.ts';
import type { TelemetryRecord } from '../telemetry/event.ts';

export type RunStatus = 'running' | 'pass' | 'checkpoint' | 'stop' | 'error' | 'needs-human';

/** One run of one task, from its start to its end over any number of resumes. */
export interface SessionRecord {
  readonly v: 1;
  readonly id: string;
  readonly taskId: string;
  readonly topic: string;
  readonly goal: string;
  /** Absolute real path. */
  readonly workTree: string;
  readonly checkpointPath: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: RunStatus;
  readonly exit: number | null;
  readonly cycles: number;
  /** True once another run took this one's place (`--new`, or a new run of a finished task). */
  readonly isClosed: boolean;
}

/** One row of the append-only journal. `seq` counts from 0 inside the session. `body` is of the run room. */
export interface JournalEntry {
  readonly v: 1;
  readonly seq: number;
  readonly at: string;
  /** Milliseconds this run was alive when the row was written, over all its resumes. */
  readonly elapsedMs: number;
  readonly kind: string;
  readonly body: PlainJson;
}

export type EvidenceKind = 'artifact' | 'test' | 'source' | 'decision' | 'blocker';

/** A canonical record of something the run learnt; `ref` is `sha256:` and the hash of the canonical form of `body`. */
export interface EvidenceRecord {
  readonly v: 1;
  readonly ref: string;
  readonly kind: EvidenceKind;
  readonly cycle: number;
  readonly body: PlainJson;
}

/** What one act brought: the raw material of beliefs. */
export interface Observation {
  readonly v: 1;
  readonly sessionId: string;
  readonly cycle: number;
  readonly candidateKey: string;
  /** Fingerprint and its class before the act; null where nothing failed in a recognisable way. */
  readonly fingerprint: string | null;
  readonly fingerprintClass: string | null;
  readonly success: boolean;
  /** Files the act changed; null where it is not known. */
  readonly filesChanged: number | null;
  readonly at: string;
}

/** Everything that becomes durable together, in one transaction. */
export interface JournalBatch {
  readonly entries: readonly Omit<JournalEntry, 'seq' | 'v'>[];
  readonly evidence?: readonly EvidenceRecord[];
  readonly observations?: readonly Observation[];
  readonly events?: readonly TelemetryRecord[];
  /** Texts stored once by their SHA-256 (policies, controller sources, checkpoint bytes). */
  readonly blobs?: readonly { readonly sha256: string; readonly text: string }[];
  readonly session?: Partial<Pick<SessionRecord, 'endedAt' | 'status' | 'exit' | 'cycles' | 'isClosed'>>;
  /** Survives the end of any process, and a power cut only once a later batch does: it spares a wait for the disk. */
  readonly isProvisional?: boolean;
}

/** What the run room needs of the records of a library. Several processes use one library at once. */
export interface RunStore {
  createSession(session: SessionRecord): Promise<void>;
  session(id: string): Promise<SessionRecord | undefined>;
  /** Newest first. */
  sessions(filter: {
    readonly taskId?: string;
    readonly workTree?: string;
    readonly limit?: number;
  }): Promise<readonly SessionRecord[]>;
  /**
   * Appends rows after the last one and all that belongs to them in one durable transaction (survives a power cut unless it is provisional).
   * `expectedSeq` is the `seq` the first new row must get; another value means a second writer and throws STORE_CORRUPT.
   */
  append(sessionId: string, expectedSeq: number, batch: JournalBatch): Promise<void>;
  journal(sessionId: string): Promise<readonly JournalEntry[]>;
  evidence(sessionId: string): Promise<readonly EvidenceRecord[]>;
  blob(sha256: string): Promise<string | undefined>;
  /** Observations of the candidates, oldest first, of the newest `lastSessions` sessions of the library that have any observation. */
  observations(candidateKeys: readonly string[], lastSessions: number): Promise<readonly Observation[]>;
  events(sessionId: string): Promise<readonly TelemetryRecord[]>;
  close(): Promise<void>;
}
