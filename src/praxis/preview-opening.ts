import { existsSync, readFileSync } from 'node:fs';
import { isoTime } from '../base/clock.ts';
import { PraxisError } from '../base/errors.ts';
import type { ExactObject } from '../base/exact-json.ts';
import { systemClock } from '../host/clock.ts';
import { withCheckpointFields } from '../policy/index.ts';
import { isGoalDocument, taskDocument } from '../run/goal-view.ts';
import type { RunPolicy } from '../run/run-policy.ts';
import { firstCheckpoint } from '../run/session/first-checkpoint.ts';
import { type FoundCheckpoint, foundCheckpoint } from '../run/session/found-checkpoint.ts';
import { decideOpening, type Opening } from '../run/session/opening.ts';
import type { RunStore } from '../run/store.ts';
import type { Task } from '../run/task.ts';
import type { PreviewedOpening, RunRequest } from './door.ts';

export interface OpeningPreview {
  readonly opening: PreviewedOpening;
  /** What the policy would be asked about first. */
  readonly checkpoint: ExactObject;
}

/** How a run of the task would begin, as a run decides it; nothing is written. */
export async function previewOpening(
  task: Task,
  policy: RunPolicy,
  request: RunRequest,
  store: RunStore | undefined,
  sessionId: string | undefined,
): Promise<OpeningPreview> {
  const found = foundIn(task, policy);
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
    return {
      opening: shown(opening),
      checkpoint: opening.kind === 'begin' ? atZero(task, policy) : goneOn(task, policy, found),
    };
  } catch (error) {
    if (!(error instanceof PraxisError)) throw error;
    return { opening: { kind: 'refused', ...error.toDocument().error }, checkpoint: goneOn(task, policy, found) };
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

function foundIn(task: Task, policy: RunPolicy): FoundCheckpoint {
  if (!existsSync(task.checkpointPath)) return { kind: 'none' };
  return foundCheckpoint(readFileSync(task.checkpointPath), task.checkpointPath, policy);
}

function atZero(task: Task, policy: RunPolicy): ExactObject {
  return firstCheckpoint(policy, task.id, isoTime(systemClock.nowMs()));
}

/** A run that goes on runs again, whatever its checkpoint says of how it ended. */
function goneOn(task: Task, policy: RunPolicy, found: FoundCheckpoint): ExactObject {
  if (found.kind !== 'loaded' || found.checkpoint.taskId !== task.id) return atZero(task, policy);
  const { document } = found;
  const running = withCheckpointFields(taskDocument(document), { status: 'running', stop_reason: null });
  return isGoalDocument(document) ? withCheckpointFields(document, { task: running }) : running;
}
