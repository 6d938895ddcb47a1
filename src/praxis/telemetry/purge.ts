import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../../base/errors.ts';
import { unreachable } from '../../base/unreachable.ts';
import { sessionFileName } from '../../hooks/end/open-session.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import { leasePath } from '../../host/lease.ts';
import { forgetSession } from '../../host/open-sessions.ts';
import { lockFile } from '../../policy/file-store/index.ts';
import type { SessionRecord } from '../../run/store.ts';
import type { Purged, PurgeRequest, SessionPart } from '../../telemetry/store.ts';
import { findOpenLibrary, type OpenLibrary, settle } from './open-library.ts';

/** What was deleted, and the runs that were not since they are going on. */
export interface PurgeReport extends Purged {
  readonly kept: readonly string[];
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 50;

/** What a purge would delete. */
export interface PurgePreview {
  readonly sessions: number;
  readonly calls: number;
  /** The runs that it would not, since they are going on. */
  readonly kept: readonly string[];
}

/** What `purge` would delete now, with the same refusals; nothing is deleted. */
export async function previewPurge(
  cwd: string,
  library: string | null,
  what: PurgeRequest['what'],
): Promise<PurgePreview> {
  const opened = await findOpenLibrary(cwd, library);
  if (opened === undefined) {
    if (what.kind === 'session') throw unknownSession(what.sessionId);
    return { sessions: 0, calls: 0, kept: [] };
  }
  try {
    await settleWhole(opened);
    const { runs, kept } = await runsToPurge(opened, what);
    const parts = (await opened.store.parts({})).filter(
      (part) => !kept.includes(part.sessionId) && (runs.includes(part.sessionId) || isMeant(part, what)),
    );
    const sessions = new Set([...parts.map((part) => part.sessionId), ...runs]);
    if (what.kind === 'session' && sessions.size === 0) throw unknownSession(what.sessionId);
    return { sessions: sessions.size, calls: parts.reduce((sum, part) => sum + part.calls, 0), kept };
  } finally {
    await opened.store.close();
  }
}

function isMeant({ id, sessionId, endedAt }: SessionPart, what: PurgeRequest['what']): boolean {
  switch (what.kind) {
    case 'session':
      return sessionId === what.sessionId || id === what.sessionId;
    case 'before':
      return endedAt < what.at;
    case 'all':
      return true;
    default:
      return unreachable(what);
  }
}

/**
 * Deletes what was recorded in the library that `cwd` belongs to, or in the named one; what waits in the spool is part of
 * it. SESSION_NOT_FOUND for a session that is not there, WORK_TREE_BUSY for one whose run is going on.
 */
export async function purge(cwd: string, library: string | null, what: PurgeRequest['what']): Promise<PurgeReport> {
  const opened = await findOpenLibrary(cwd, library);
  if (opened === undefined) {
    if (what.kind === 'session') throw unknownSession(what.sessionId);
    return { sessions: 0, records: 0, isErased: true, kept: [] };
  }
  try {
    await settleWhole(opened);
    const { runs, kept } = await runsToPurge(opened, what);
    const before = await sessionIds(opened);
    const purged = await opened.store.purge({ what, runs });
    if (what.kind === 'session' && purged.sessions === 0) throw unknownSession(what.sessionId);
    if (what.kind === 'all') opened.spool.forgetAside();
    const left = await sessionIds(opened);
    for (const id of before) if (!left.has(id)) forgetHosted(id);
    return { ...purged, kept };
  } finally {
    await opened.store.close();
  }
}

async function sessionIds({ store }: OpenLibrary): Promise<ReadonlySet<string>> {
  return new Set((await store.parts({})).map((part) => part.sessionId));
}

/** What the hooks of an agent wrote beside the library. */
function forgetHosted(sessionId: string): void {
  const { home } = readEnvironment();
  for (const host of ['claude-code', 'codex'] as const) forgetSession(home, sessionFileName(host, sessionId));
}

/** What another process is draining would come to the library after it was purged. */
async function settleWhole(opened: OpenLibrary): Promise<void> {
  const end = systemClock.monotonicMs() + PATIENCE_MS;
  while ((await settle(opened)) === undefined) {
    if (systemClock.monotonicMs() > end)
      throw new PraxisError('STORE_BUSY', 'another process is still taking in what was recorded', {
        hint: 'Nothing was deleted. Try again in a moment.',
      });
    await sleep(PAUSE_MS);
  }
}

async function runsToPurge(opened: OpenLibrary, what: PurgeRequest['what']) {
  const meant = await runsMeant(opened, what);
  const kept: string[] = [];
  for (const run of meant) if (await isGoingOn(run)) kept.push(run.id);
  if (what.kind === 'session' && kept.length > 0) throw goingOn(what.sessionId);
  return { runs: meant.map((run) => run.id).filter((id) => !kept.includes(id)), kept };
}

async function runsMeant({ store }: OpenLibrary, what: PurgeRequest['what']): Promise<readonly SessionRecord[]> {
  if (what.kind === 'session') {
    const run = await store.session(what.sessionId);
    return run === undefined ? [] : [run];
  }
  const runs = await store.sessions({});
  return what.kind === 'all' ? runs : runs.filter((run) => (run.endedAt ?? run.startedAt) < what.at);
}

/** Whether a process may be at work on the run: it has not passed or been replaced, and its work tree is held. */
async function isGoingOn({ status, isClosed, workTree }: SessionRecord): Promise<boolean> {
  if (isClosed || status === 'pass' || !existsSync(leasePath(workTree))) return false;
  try {
    await (await lockFile(leasePath(workTree))).release();
    return false;
  } catch (error) {
    if (error instanceof PraxisError && error.code === 'CHECKPOINT_BUSY') return true;
    // A work tree that cannot be locked cannot be worked in either.
    return false;
  }
}

function unknownSession(id: string): PraxisError {
  return new PraxisError('SESSION_NOT_FOUND', `no session ${id}`, {
    hint: '`praxis sessions` lists them; to delete one its whole id is needed.',
  });
}

function goingOn(id: string): PraxisError {
  return new PraxisError('WORK_TREE_BUSY', `the run ${id} is going on`, { hint: 'End it first, or wait for its end.' });
}
