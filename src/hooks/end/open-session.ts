import type { ProcessIdentity } from '../../host/process-identity.ts';
import type { HookHost } from '../events.ts';

/**
 * A line of the file of a session that nobody has finished yet: what a hook knew when it had something new to say.
 * `seen`: the session goes on; `agent`: a subagent has a file of its own; `done`: a worker has finished it.
 */
export interface OpenSessionLine {
  readonly v: 1;
  readonly at: number;
  readonly kind: 'seen' | 'start' | 'end' | 'agent' | 'done';
  readonly cwd?: string;
  /** The common git folder; absent without git. */
  readonly repository?: string;
  readonly transcript?: string;
  readonly process?: ProcessIdentity;
  readonly isAttended?: boolean;
  /** Of `done`: bytes of the session's file that were there when it was finished. */
  readonly bytes?: number;
}

/** A hosted session as its lines tell it. */
export interface OpenSession {
  readonly host: HookHost;
  readonly session: string;
  /** Absolute; the folder in which the host began. */
  readonly cwd: string | null;
  readonly repository: string | null;
  /** The files that the host writes, its subagents' included; the newest path last. */
  readonly transcripts: readonly string[];
  readonly process: ProcessIdentity | null;
  /** Whether a person sits there; null: nobody knows. */
  readonly isAttended: boolean | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null while it goes on, as far as its host has said. */
  readonly endedAt: number | null;
  /** Bytes of its file up to which it was finished; null: never. */
  readonly doneBytes: number | null;
}

/** The name of a session's files: `<host>-<session>`. */
export function sessionFileName(host: HookHost, session: string): string {
  return `${host}-${session}.jsonl`;
}

/** The session that a file is named for; undefined for any other file. */
export function namedSession(name: string): { readonly host: HookHost; readonly session: string } | undefined {
  const [, host, session] = /^(claude-code|codex)-(.+)\.jsonl$/.exec(name) ?? [];
  if ((host !== 'claude-code' && host !== 'codex') || session === undefined) return undefined;
  return { host, session };
}

/** Joins the lines of a file; a torn line counts as absent. Undefined where none can be read. */
export function foldOpenSession(name: string, text: string): OpenSession | undefined {
  const named = namedSession(name);
  if (named === undefined) return undefined;
  let session: OpenSession | undefined;
  for (const line of text.split('\n')) {
    const read = line === '' ? undefined : readLine(line);
    if (read !== undefined) session = joined(session ?? begun(named, read.at), read);
  }
  return session;
}

/** A session of which nothing is known but its name. */
export function begun(named: { readonly host: HookHost; readonly session: string }, startedAt: number): OpenSession {
  return {
    ...named,
    cwd: null,
    repository: null,
    transcripts: [],
    process: null,
    isAttended: null,
    startedAt,
    endedAt: null,
    doneBytes: null,
  };
}

function joined(known: OpenSession, line: OpenSessionLine): OpenSession {
  const { at, kind, transcript } = line;
  const transcripts =
    transcript === undefined || known.transcripts.includes(transcript)
      ? known.transcripts
      : [...known.transcripts, transcript];
  return {
    ...known,
    // Where it began counts: an agent may go elsewhere.
    cwd: known.cwd ?? line.cwd ?? null,
    repository: known.cwd === null ? (line.repository ?? null) : known.repository,
    transcripts,
    process: line.process ?? known.process,
    isAttended: line.isAttended ?? known.isAttended,
    startedAt: Math.min(known.startedAt, at),
    endedAt: kind === 'end' ? at : kind === 'start' || kind === 'seen' ? null : known.endedAt,
    doneBytes: kind === 'done' ? (line.bytes ?? null) : known.doneBytes,
  };
}

const KINDS: ReadonlySet<unknown> = new Set(['seen', 'start', 'end', 'agent', 'done']);

function readLine(text: string): OpenSessionLine | undefined {
  try {
    const { v, at, kind, cwd, repository, transcript, process, isAttended, bytes } = JSON.parse(text);
    if (v !== 1 || typeof at !== 'number' || !KINDS.has(kind)) return undefined;
    return {
      v,
      at,
      kind,
      ...(typeof cwd === 'string' && { cwd }),
      ...(typeof repository === 'string' && { repository }),
      ...(typeof transcript === 'string' && { transcript }),
      ...(isProcess(process) && { process: { pid: process.pid, startTime: process.startTime } }),
      ...(typeof isAttended === 'boolean' && { isAttended }),
      ...(typeof bytes === 'number' && { bytes }),
    };
  } catch {
    return undefined;
  }
}

function isProcess(value: unknown): value is ProcessIdentity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startTime' in value &&
    typeof value.startTime === 'string'
  );
}
