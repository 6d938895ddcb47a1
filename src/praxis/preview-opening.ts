import { existsSync, readFileSync } from 'node:fs';
import { isoTime } from '../base/clock.ts';
import { PraxisError } from '../base/errors.ts';
import { systemClock } from '../host/clock.ts';
import {
  type Checkpoint,
  createCheckpoint,
  loadTaskCheckpoint,
  validateTaskCheckpoint,
  withCheckpointFields,
} from '../policy/index.ts';
import { decideOpening, type FoundCheckpoint, type Opening } from '../run/session/opening.ts';
import type { RunStore } from '../run/store.ts';
import type { Task } from '../run/task.ts';
import type { PreviewedOpening, RunRequest } from './door.ts';

export interface OpeningPreview {
  readonly opening: PreviewedOpening;
  /** What the policy would be asked about first. */
  readonly checkpoint: Checkpoint;
}

/** How a run of the task would begin, as a run decides it; nothing is written. */
export async function previewOpening(
  task: Task,
  request: RunRequest,
  store: RunStore | undefined,
  sessionId: string | undefined,
): Promise<OpeningPreview> {
  const found = foundCheckpoint(task);
  const runs = (await store?.sessions({ taskId: task.id, workTree: task.workTree })) ?? [];
  const open = runs.filter((run) => !run.isClosed);
  const known = open.find((run) => sessionId === undefined || run.id === sessionId);
  try {
    const opening = decideOpening({
      request: request.resume.kind !== 'none' ? 'resume' : request.isNew ? 'new' : 'run',
      taskId: task.id,
      checkpointPath: task.checkpointPath,
      known,
      found,
    });
    return { opening: shown(opening), checkpoint: opening.kind === 'begin' ? atZero(task) : goneOn(task, found) };
  } catch (error) {
    if (!(error instanceof PraxisError)) throw error;
    return { opening: { kind: 'refused', ...error.toDocument().error }, checkpoint: goneOn(task, found) };
  }
}

function shown(opening: Opening): PreviewedOpening {
  switch (opening.kind) {
    case 'begin':
    case 'adopt':
      return { kind: opening.kind };
    case 'resume':
      return { kind: 'resume', session: opening.session.id };
    case 'lost':
      return {
        kind: 'refused',
        code: 'CHECKPOINT_INVALID',
        message: opening.reason,
        hint: 'Put the checkpoint back as it was, or begin at zero with `--new`.',
      };
  }
}

function foundCheckpoint(task: Task): FoundCheckpoint {
  if (!existsSync(task.checkpointPath)) return { kind: 'none' };
  const loaded = loadTaskCheckpoint(readFileSync(task.checkpointPath), task.checkpointPath);
  return loaded.kind === 'checkpoint'
    ? { kind: 'loaded', checkpoint: loaded.checkpoint }
    : { kind: 'refused', message: loaded.message };
}

function atZero(task: Task): Checkpoint {
  return valid(createCheckpoint({ taskId: task.id, parentId: null, updatedAt: isoTime(systemClock.nowMs()) }));
}

/** A run that goes on runs again, whatever its checkpoint says of how it ended. */
function goneOn(task: Task, found: FoundCheckpoint): Checkpoint {
  if (found.kind !== 'loaded' || found.checkpoint.taskId !== task.id) return atZero(task);
  return valid(withCheckpointFields(found.checkpoint.document, { status: 'running', stop_reason: null }));
}

function valid(document: Parameters<typeof validateTaskCheckpoint>[0]): Checkpoint {
  const checked = validateTaskCheckpoint(document);
  if (checked.kind === 'checkpoint') return checked.checkpoint;
  throw new PraxisError('CHECKPOINT_INVALID', checked.message, { hint: 'Mend it, or begin at zero with --new.' });
}
