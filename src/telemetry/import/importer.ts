import type { PlainJson } from '../../base/exact-json.ts';
import type { CallVerdict } from '../call.ts';
import type { CallContext, TelemetryRecord } from '../event.ts';

/** Formats as people name them; one may have several importers. */
const IMPORT_FORMATS = [
  'claude-code',
  'codex',
  'chat',
  'tau-bench',
  'tau2-bench',
  'swe-agent',
  'openhands',
  'inspect',
  'gemini',
  'langfuse',
  'otel',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

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
 * How the parts that a reader takes lie in a source. `lines`: one JSON value a line. `document`: the elements of the
 * arrays at `paths` of one JSON document (an empty path: the document itself is an array). `binary`: the whole source.
 */
type ImportLayout =
  | { readonly kind: 'lines'; claims(line: PlainJson): boolean }
  | { readonly kind: 'document'; readonly paths: readonly (readonly string[])[]; claims(outline: PlainJson): boolean }
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
  take(part: PlainJson): void;
  /** After the last part: tells of calls that have no result. */
  end(): void;
}

/** What a reader finds. Nothing in it is redacted or cut yet. */
export type Finding =
  /** One unit was walked. `passed`: of a known type that holds no call. */
  | { readonly kind: 'record'; readonly fate: 'used' | 'passed' | 'unknown' | 'malformed' }
  | { readonly kind: 'session'; readonly session: ImportedSession }
  | { readonly kind: 'task'; readonly task: FoundTask }
  | { readonly kind: 'task-end'; readonly end: FoundTaskEnd }
  | { readonly kind: 'feedback'; readonly feedback: FoundFeedback }
  | { readonly kind: 'outcome'; readonly outcome: FoundOutcome }
  /** A call begins; only live streams need it. The `call` that tells its result follows. */
  | { readonly kind: 'call-started'; readonly call: FoundCallStart }
  | { readonly kind: 'call'; readonly call: FoundCall };

/** A session as its source describes it. `sessionId` is the host's own. */
export interface ImportedSession {
  readonly host: string;
  readonly sessionId: string;
  /** Folder in which it began; null where the source does not say. */
  readonly cwd: string | null;
  /** `stream`: what a run printed meanwhile. A transcript of the same session replaces it. */
  readonly origin: 'transcript' | 'stream';
}

interface FoundBase {
  readonly sessionId: string;
  readonly taskId: string;
  /** ISO 8601 UTC with milliseconds; null where it is unknown. */
  readonly at: string | null;
  /** The source's own id of the row. A forked session copies rows under a new session id. */
  readonly rowId: string | null;
}

interface FoundTask extends FoundBase {
  readonly taskText: string;
  readonly groupKey: string | null;
  readonly agentConfigId: string;
}

interface FoundTaskEnd extends FoundBase {
  readonly finalOutput: string;
  /** `completed`, `interrupted`, or what the source says. */
  readonly status: string;
}

interface FoundFeedback extends FoundBase {
  readonly verdict: 'accept' | 'correct' | 'reject';
  readonly text: string;
  readonly source: string;
}

interface FoundOutcome extends FoundBase {
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
  readonly output: PlainJson;
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
 * `new`: stored. `filled`: it was there and has gained what it lacked (a result, params, a time). `duplicate`: nothing
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
