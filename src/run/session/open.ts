import { PraxisError } from '../../base/errors.ts';
import type { RunResult } from '../result.ts';
import type { SessionRecord } from '../store.ts';
import { begin } from './begin.ts';
import { completePassed } from './complete.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { type FoundCheckpoint, foundCheckpoint } from './found-checkpoint.ts';
import { endLeftAct, stateOfRun } from './left-act.ts';
import type { OpenRequest } from './open-request.ts';
import { decideOpening } from './opening.ts';
import { resume } from './resume.ts';
import type { Session } from './session.ts';

export type OpenedRun =
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'lost'; readonly record: SessionRecord | null; readonly reason: string }
  /** It had passed already; what a crash had kept it from writing is there now. */
  | { readonly kind: 'completed'; readonly result: RunResult };

/** Begins a run or takes one up again. The checkpoint's lock is held when it returns a session. */
export async function openRun(request: OpenRequest, deps: RunDeps): Promise<OpenedRun> {
  const checkpoint = await deps.lockCheckpoint();
  try {
    return await openHeld(request, deps, checkpoint);
  } catch (error) {
    await checkpoint.release();
    throw error;
  }
}

async function openHeld(request: OpenRequest, deps: RunDeps, checkpoint: HeldCheckpoint): Promise<OpenedRun> {
  const { task } = request;
  const known = await knownRun(request, deps);
  if (known?.status === 'pass' && request.request !== 'new') {
    const result = await completePassed(request, deps, checkpoint, known);
    if (result !== undefined && request.request === 'resume') {
      await checkpoint.release();
      return { kind: 'completed', result };
    }
  }
  const opening = decideOpening({
    request: request.request,
    taskId: task.id,
    checkpointPath: task.checkpointPath,
    known,
    found: await findCheckpoint(request, checkpoint),
  });
  switch (opening.kind) {
    case 'lost':
      if (opening.session !== null) await endLeftAct(deps, await stateOfRun(deps, opening.session.id));
      await checkpoint.release();
      return { kind: 'lost', record: opening.session, reason: opening.reason };
    case 'resume':
      return { kind: 'session', session: await resume(request, deps, checkpoint, opening.session) };
    default:
      return { kind: 'session', session: await begin(request, deps, checkpoint, opening) };
  }
}

async function knownRun(request: OpenRequest, deps: RunDeps): Promise<SessionRecord | undefined> {
  const { task, sessionId } = request;
  const runs = await deps.store.sessions({ taskId: task.id, workTree: task.workTree });
  const open: SessionRecord[] = [];
  for (const run of runs.filter((candidate) => !candidate.isClosed)) {
    // A crash at the very start leaves a session without a row: it never began.
    if (run.status === 'running' && (await deps.store.journal(run.id)).length === 0) {
      await deps.store.append(run.id, 0, { entries: [], session: { isClosed: true } });
    } else open.push(run);
  }
  if (sessionId === undefined) return open[0];
  const named = open.find((run) => run.id === sessionId);
  if (named !== undefined) return named;
  throw new PraxisError('RUN_NOT_FOUND', `session ${sessionId} is no unfinished run of this task in ${task.workTree}`, {
    hint: 'See the runs with `praxis sessions`.',
  });
}

async function findCheckpoint({ task, policy }: OpenRequest, checkpoint: HeldCheckpoint): Promise<FoundCheckpoint> {
  const file = await checkpoint.read();
  return file === undefined ? { kind: 'none' } : foundCheckpoint(file.bytes, task.checkpointPath, policy);
}
