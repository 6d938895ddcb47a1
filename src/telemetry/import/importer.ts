import type { PlainJson } from '../../base/exact-json.ts';
import type { CallVerdict } from '../call.ts';
import type { CallContext, TelemetryRecord } from '../event.ts';
import type { ImportFormat } from './formats.ts';

/** What a file held, whether it was stored or not: a second import counts the same. */
export interface ImportCounts {
  /** Units that the reader walked: used, passed over, unknown or malformed. */
  readonly records: number;
  readonly sessions: number;
  /** Tasks, also those without a call. */
  readonly trajectories: number;
  /** Tool calls of the agent. */
  readonly events: number;
  /** Calls with `ok` false. */
  readonly errorsSeen: number;
}

/** One format in one of its shapes. Adding one is a file and a line of `registry.ts`. */
export interface Importer {
  readonly format: ImportFormat;
  /** Name of the shape, unique, e.g. `codex-rollout`. */
  readonly name: string;
  readonly layout: ImportLayout;
  /** Begins to read one source. The reader tells what it finds through `emit`, in order, and never throws on what it is given. */
  open(source: ImportSource, emit: (finding: Finding) => void): FormatReader;
}

/**
 * How the parts that a reader takes lie in a source. `lines`: one JSON value a line. `document`: one JSON document; its
 * parts are the elements of its array, or of the array that is its member `parts`. `binary`: the whole source.
 * `claims` looks whether a line, the outline of a document (only the first elements of its arrays), or the first bytes
 * are of the format; it never throws.
 */
type ImportLayout =
  | { readonly kind: 'lines'; claims(line: PlainJson): boolean }
  | { readonly kind: 'document'; readonly parts: string | null; claims(outline: PlainJson): boolean }
  | { readonly kind: 'binary'; claims(head: Uint8Array): boolean };

/** What is known of a source before its first part. */
export interface ImportSource {
  /** Names the source among others where it carries no name of its own: its absolute path, or that of a stream. */
  readonly path: string;
  /** The members of a document beside its parts; `{}` for lines. */
  readonly head: { readonly [key: string]: PlainJson };
}

/** Reads one source part by part; works on a live stream as well. */
export interface FormatReader {
  /** A part: JSON data, or the bytes of a binary source. */
  take(part: PlainJson): void;
  takeBytes?(bytes: Uint8Array): void;
  /** After the last part: tells of calls that have no result. */
  end(): void;
}

/** What became of a unit. `passed`: it is of a known type that holds no call. */
export type RecordFate = 'used' | 'passed' | 'unknown' | 'malformed';

/** What a reader finds. Nothing in it is redacted or cut yet. */
export type Finding =
  /** One unit was walked. */
  | { readonly kind: 'record'; readonly fate: RecordFate }
  | { readonly kind: 'session'; readonly session: ImportedSession }
  /** One more is counted; not every task of a source is (a subagent's inside its parent's file is not). */
  | { readonly kind: 'trajectory' }
  | { readonly kind: 'task'; readonly task: FoundTask }
  | { readonly kind: 'task-end'; readonly end: FoundTaskEnd }
  | { readonly kind: 'feedback'; readonly feedback: FoundFeedback }
  | { readonly kind: 'outcome'; readonly outcome: FoundOutcome }
  | { readonly kind: 'call-started'; readonly call: FoundCallStart }
  | { readonly kind: 'call'; readonly call: FoundCall }
  /** Text of the agent or, once a response, what it spent: for those who watch a run. */
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: PlainJson };

/** A session as its source describes it. `sessionId` is the host's own. */
export interface ImportedSession {
  readonly host: string;
  readonly sessionId: string;
  /** Folder in which it began; null where the source does not say. */
  readonly cwd: string | null;
  /** `stream`: what a run printed meanwhile. A transcript of the same session replaces it. */
  readonly origin: 'transcript' | 'stream';
  /** Its id as long as its source had not told the other: what an import stored under it is taken out. */
  readonly formerId?: string;
  /** SHA-256 of the name of the person that a benchmark plays, where its source names one. It is not stored. */
  readonly userHash?: string;
}

/** Where something stands. */
export interface FoundBase {
  readonly sessionId: string;
  readonly taskId: string;
  /** When its task began, where that is part of its name. */
  readonly taskAt: string | null;
  /** ISO 8601 UTC with milliseconds; null where it is unknown. */
  readonly at: string | null;
  /** The source's own id of the row. A forked session copies rows under a new session id. */
  readonly rowId: string | null;
}

export interface FoundTask extends FoundBase {
  readonly taskText: string;
  readonly groupKey: string | null;
  readonly agentConfigId: string;
}

export interface FoundTaskEnd extends FoundBase {
  readonly finalOutput: string;
  /** `completed`, `interrupted`, or what the source says. */
  readonly status: string;
}

export interface FoundFeedback extends FoundBase {
  readonly verdict: 'accept' | 'correct' | 'reject';
  readonly text: string;
  readonly source: string;
}

export interface FoundOutcome extends FoundBase {
  /** 0 to 1. */
  readonly value: number;
  readonly source: string;
}

interface FoundCallStart {
  readonly sessionId: string;
  readonly taskId: string;
  readonly callId: string | number;
  readonly tool: string;
  readonly params: PlainJson;
}

/** A call as far as the source tells of it; `ok` null where there is no result yet or it cannot be judged. */
export interface FoundCall extends FoundCallStart, FoundBase {
  readonly seq: number;
  /** The id by which its beginning was told, where that is another. */
  readonly toldAs?: string;
  /** False: it counts, but what it is called will only be known with its result, so that it is not stored yet. */
  readonly isNamed: boolean;
  readonly output: PlainJson;
  /** Bytes of the output before its end was let go; null where it is whole. */
  readonly outputBytes: number | null;
  readonly verdict: CallVerdict;
  readonly durationMs: number | null;
  readonly context: CallContext;
}

/** A record on its way to a store: redacted, cut, named by a stable id. */
export interface ImportedRecord {
  readonly record: TelemetryRecord;
  /** See `FoundBase`; unique a record, so that the calls of one row have different ones. */
  readonly rowId: string | null;
}

/**
 * `new`: stored. `filled`: it was there and has gained what it lacked (a result, params, a time), or it is a mark of a
 * task that is read differently now that the source has grown, and replaces the older reading. `duplicate`: nothing
 * changed, since the event id, or the row id under whatever session, is stored already.
 */
export type PutOutcome = 'new' | 'filled' | 'duplicate';

/**
 * Where an import goes. Each call is one transaction: after a crash the same file is imported again from its beginning,
 * and what was stored is found to be there.
 */
export interface ImportSink {
  /**
   * Announces a session before its first record, once a source. A `transcript` takes out what a `stream` of the same
   * session has brought, and a stream adds nothing where a transcript was.
   */
  begin(session: ImportedSession): Promise<void>;
  /** Stores records, in the order in which they happened; one outcome for each. */
  put(records: readonly ImportedRecord[]): Promise<readonly PutOutcome[]>;
}
