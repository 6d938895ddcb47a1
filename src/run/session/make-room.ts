import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { finishLeftAct } from './finish-left-act.ts';
import type { OpenRequest } from './open-request.ts';
import type { Opening } from './opening.ts';

/** An old checkpoint keeps its content under the name of the run it belonged to. */
export async function makeRoom(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  opening: Extract<Opening, { kind: 'begin' }>,
  at: string,
): Promise<void> {
  const { task } = request;
  const { closes, movesAside } = opening;
  if (closes !== null) {
    await finishLeftAct(request, deps, checkpoint, closes.id);
    const last = (await deps.store.journal(closes.id)).at(-1);
    await deps.store.append(closes.id, (last?.seq ?? -1) + 1, {
      entries: [
        {
          at,
          elapsedMs: last?.elapsedMs ?? 0,
          kind: 'replaced',
          body: { reason: closes.status === 'pass' ? 'finished' : 'given up with --new' },
        },
      ],
      session: { isClosed: true, ...(closes.endedAt === null ? { endedAt: at } : {}) },
    });
  }
  if (movesAside) {
    const name = closes?.id ?? at.replaceAll(':', '-');
    await deps.files.moveAside(task.checkpointPath, task.checkpointPath.replace(/(\.[^./]*)?$/, `.${name}$1`));
  }
}
