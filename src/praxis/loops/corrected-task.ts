import { PraxisError } from '../../base/errors.ts';
import type { StoredTrajectory } from '../../learning/store.ts';
import type { SqliteLibrary } from '../../store/sqlite/run-store.ts';
import type { SessionPart } from '../../telemetry/store.ts';
import { taskRuns } from '../../telemetry/task-run.ts';
import { OTHER_DOMAIN } from '../../telemetry/tool-domain.ts';

/** The task that a correction is about. */
export interface CorrectedTask {
  readonly part: SessionPart;
  readonly taskId: string;
  readonly text: string;
  readonly domain: string;
  /** Null while its session is not sealed. */
  readonly sealed: StoredTrajectory | null;
}

interface TaskChoice {
  readonly session: string | null;
  readonly task: string | null;
  readonly workTree: string;
}

/** The named task of the named session, else the last one of the newest session of the work tree. SESSION_NOT_FOUND. */
export async function correctedTask(
  store: SqliteLibrary,
  { session, task, workTree }: TaskChoice,
): Promise<CorrectedTask> {
  const parts = session === null ? await newestParts(store, workTree) : await namedParts(store, session);
  for (const part of parts) {
    const found = part.sealedAt === null ? await openTask(store, part, task) : await sealedTask(store, part, task);
    if (found !== undefined) return found;
  }
  const where = parts[0]?.sessionId ?? session ?? 'this work tree';
  if (task !== null) throw notFound(`the session ${where} has no task ${task}`);
  throw notFound(parts.length === 0 ? 'no session of this work tree is recorded' : `the session ${where} has no task`);
}

/** Of the newest run in the work tree, or of a newer session of another host; newest part first. */
async function newestParts(store: SqliteLibrary, workTree: string): Promise<readonly SessionPart[]> {
  const parts = await store.parts({});
  const runs = new Map((await store.sessions({})).map((run) => [run.id, run]));
  const here = parts.find(({ sessionId, source }) => {
    const run = runs.get(sessionId);
    return run === undefined ? source !== 'transcript' : run.workTree === workTree;
  });
  return here === undefined ? [] : parts.filter((part) => part.sessionId === here.sessionId);
}

async function namedParts(store: SqliteLibrary, id: string): Promise<readonly SessionPart[]> {
  if (id === '') throw notFound('the id of the session is empty');
  const exact = await store.parts({ sessionId: id });
  if (exact.length > 0) return exact;
  const begun = (await store.parts({})).filter((part) => part.sessionId.startsWith(id));
  const ids = new Set(begun.map((part) => part.sessionId));
  if (ids.size === 1) return begun;
  throw notFound(ids.size === 0 ? `no session ${id}` : `${ids.size} sessions begin with ${id}`);
}

async function sealedTask(
  store: SqliteLibrary,
  part: SessionPart,
  task: string | null,
): Promise<CorrectedTask | undefined> {
  const all = await store.trajectories({ partId: part.id });
  const sealed = task === null ? all.at(-1) : all.find((one) => one.taskId === task);
  if (sealed === undefined) return undefined;
  return { part, taskId: sealed.taskId, text: sealed.taskText, domain: sealed.domain, sealed };
}

async function openTask(
  store: SqliteLibrary,
  part: SessionPart,
  task: string | null,
): Promise<CorrectedTask | undefined> {
  const runs = taskRuns(await store.records(part.id));
  const run = task === null ? runs.at(-1) : runs.find((one) => one.taskId === task);
  if (run === undefined) return undefined;
  return { part, taskId: run.taskId, text: run.taskText, domain: run.domain ?? OTHER_DOMAIN, sealed: null };
}

function notFound(what: string): PraxisError {
  return new PraxisError('SESSION_NOT_FOUND', what, {
    hint: '`praxis sessions` lists them; `--session ID` names one, `--task ID` one of its tasks.',
  });
}
