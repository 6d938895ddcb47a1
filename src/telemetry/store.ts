import type { MarkRecord, TelemetryRecord } from './event.ts';
import type { ImportSink, PutOutcome } from './import/importer.ts';

/** How a record came: told while it happened, read from what a run printed, or from a transcript. */
export type RecordSource = 'live' | 'stream' | 'transcript';

/** A record on its way to a store: redacted and cut. */
export interface IncomingRecord {
  readonly record: TelemetryRecord;
  /** Its JSON, where the caller has it already. */
  readonly text?: string;
  /** See `ImportedRecord`. */
  readonly rowId?: string | null;
  readonly host?: string | null;
  /** When it was told, in ms since 1970; absent: when it happened. */
  readonly seenMs?: number;
  /**
   * The id of the call is made when it is stored, since nobody but the store knows how many calls without an id of their
   * own the session has.
   */
  readonly nameCall?: (ordinal: number) => string;
}

interface RecordArrival {
  readonly source: RecordSource;
  /** Stands for the time of records that have none. */
  readonly nowMs: number;
  /** Survives a power cut, with all that was stored before it. */
  readonly isDurable?: boolean;
}

export type InjectionMark = Extract<MarkRecord, { readonly type: 'injection' }>;

/**
 * A part of a host's session, which is sealed as a whole. A session that goes on after it was sealed goes on in another
 * part.
 */
export interface SessionPart {
  readonly v: 1;
  /** `<sessionId>`, then `<sessionId>#2`, … */
  readonly id: string;
  /** The host's own id. */
  readonly sessionId: string;
  readonly host: string | null;
  readonly source: RecordSource;
  /** ISO 8601 UTC, of its first and last record; the time of the import where the records have none. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly calls: number;
  readonly sealedAt: string | null;
  /** Number of the session in its library; null for an imported one, one without calls, and one that is not sealed. */
  readonly epoch: number | null;
}

export interface PartFilter {
  /** The host's id, or that of a part. */
  readonly sessionId?: string;
  readonly limit?: number;
}

export interface PurgeRequest {
  /** Sessions of that host id, those that ended before, or all. */
  readonly what:
    | { readonly kind: 'session'; readonly sessionId: string }
    | { readonly kind: 'before'; readonly at: string }
    | { readonly kind: 'all' };
  /** The runs among them, at which nobody is at work: their journals go too. Other runs are left alone. */
  readonly runs: readonly string[];
}

/** What was deleted. */
export interface Purged {
  readonly sessions: number;
  /** Telemetry, and rows of the journals of runs. */
  readonly records: number;
  /** Overwritten as well; not so in the log beside the file while other processes read from it. */
  readonly isErased: boolean;
}

/** What was recorded, by whatever way. Several processes use one library at once. */
export interface TelemetryStore {
  /** Stores records in one transaction, one outcome for each. */
  add(records: readonly IncomingRecord[], arrival: RecordArrival): Promise<readonly PutOutcome[]>;
  /** What a session was given of the library. */
  injections(sessionId: string): Promise<readonly InjectionMark[]>;
  /** Where an import goes. */
  importSink(nowMs: () => number): ImportSink;
  /** Newest first. */
  parts(filter: PartFilter): Promise<readonly SessionPart[]>;
  /** The records of a part in order of recording, or, with `isLate`, those that came after it was sealed. */
  records(partId: string, filter?: { readonly isLate: boolean }): Promise<readonly TelemetryRecord[]>;
  /** The same, some at a time, for parts that are longer than the memory. */
  pages(partId: string, filter?: { readonly isLate: boolean }): AsyncIterable<readonly TelemetryRecord[]>;
  record(eventId: string): Promise<TelemetryRecord | undefined>;
  /** Deletes sessions with their trajectories, and runs with their journals. */
  purge(request: PurgeRequest): Promise<Purged>;
}
