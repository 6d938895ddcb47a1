import type { SessionSummary } from '../../learning/session-summary.ts';
import type { TelemetryView } from '../../praxis/telemetry/view.ts';
import type { SessionRecord } from '../../run/store.ts';
import type { SessionPart } from '../../telemetry/store.ts';

/** A run with all its parts, or one part of a session of another host. */
export interface ListedSession {
  readonly id: string;
  readonly startedAt: string;
  readonly run: SessionRecord | null;
  readonly parts: readonly SessionPart[];
}

/** All sessions of a library, newest first. */
export async function listSessions(view: TelemetryView): Promise<readonly ListedSession[]> {
  const runs = await view.runs.sessions({});
  const parts = await view.parts({});
  const partsOf = new Map<string, SessionPart[]>(runs.map((run) => [run.id, []]));
  const others = parts.filter((part) => partsOf.get(part.sessionId)?.push(part) === undefined);
  const listed = [...runs.map((run) => listedRun(run, partsOf.get(run.id) ?? [])), ...others.map(listedPart)];
  return listed.sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
}

/** `parts` newest first. */
function listedRun(run: SessionRecord, parts: readonly SessionPart[]): ListedSession {
  return { id: run.id, startedAt: run.startedAt, run, parts: parts.toReversed() };
}

function listedPart(part: SessionPart): ListedSession {
  return { id: part.id, startedAt: part.startedAt, run: null, parts: [part] };
}

/** A session as `--json` prints it: its summary, and of a run all that is known of it. */
export interface SessionDocument extends Partial<SessionRecord>, SessionSummary {
  readonly sessionId: string;
  /** Null: imported, without calls, or not sealed yet. */
  readonly epoch: number | null;
  readonly host: string | null;
  readonly source: SessionPart['source'] | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly sealedAt: string | null;
}

export async function sessionDocument(view: TelemetryView, listed: ListedSession): Promise<SessionDocument> {
  const { run, parts } = listed;
  const last = parts.at(-1);
  return {
    ...run,
    sessionId: listed.id,
    epoch: last?.epoch ?? null,
    ...(await view.summary(parts)),
    host: last?.host ?? (run === null ? null : 'praxis'),
    source: last?.source ?? null,
    startedAt: listed.startedAt,
    endedAt: run === null ? (last?.endedAt ?? null) : run.endedAt,
    sealedAt: last?.sealedAt ?? null,
  };
}
