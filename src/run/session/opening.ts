import { PraxisError } from '../../base/errors.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import type { Checkpoint } from '../../policy/index.ts';
import type { SessionRecord } from '../store.ts';
import type { FoundCheckpoint } from './found-checkpoint.ts';

export type OpeningRequest = 'run' | 'resume' | 'new';

export type Opening =
  /** At zero. `closes`: the session that ends for it; `movesAside`: a file stands in the way and is kept under another name. */
  | { readonly kind: 'begin'; readonly closes: SessionRecord | null; readonly movesAside: boolean }
  /** A checkpoint of this task that the journal does not know, with what it counted. */
  | { readonly kind: 'adopt'; readonly checkpoint: Checkpoint; readonly document: ExactObject }
  | { readonly kind: 'resume'; readonly session: SessionRecord }
  /** A checkpoint that is damaged, or that the journal knows and that is gone: never begun again at zero unasked. */
  | { readonly kind: 'lost'; readonly session: SessionRecord | null; readonly reason: string };

function refuse(code: ConstructorParameters<typeof PraxisError>[0], message: string, hint: string): never {
  throw new PraxisError(code, message, { hint });
}

/**
 * What a run begins with, from what the journal and the file system know of the task. Throws where it may not begin:
 * a checkpoint of another task, an unfinished run without `--resume`, nothing to resume.
 *
 * @param known the newest run of this task that no other replaced
 */
export function decideOpening(input: {
  readonly request: OpeningRequest;
  readonly taskId: string;
  readonly checkpointPath: string;
  readonly known: SessionRecord | undefined;
  readonly found: FoundCheckpoint;
}): Opening {
  const { request, known, found, checkpointPath, taskId } = input;
  const isFinished = known?.status === 'pass';
  if (found.kind === 'loaded' && found.checkpoint.taskId !== taskId) {
    refuse(
      'CHECKPOINT_FOREIGN',
      `${checkpointPath} belongs to the task ${found.checkpoint.taskId}, not to ${taskId}`,
      'Name another checkpoint_ref or topic in the task file, or move the file away.',
    );
  }
  if (request === 'new') {
    return { kind: 'begin', closes: known ?? null, movesAside: found.kind !== 'none' };
  }
  if (known !== undefined && !(isFinished && found.kind === 'none')) {
    if (found.kind === 'none') {
      return { kind: 'lost', session: known, reason: `checkpoint ${checkpointPath}: it is gone` };
    }
    if (found.kind === 'refused') return { kind: 'lost', session: known, reason: found.message };
  }
  return request === 'resume' ? decideResume(input) : decideRun(input);
}

function decideRun(input: Parameters<typeof decideOpening>[0]): Opening {
  const { known, found, checkpointPath } = input;
  if (known?.status === 'pass') return { kind: 'begin', closes: known, movesAside: found.kind !== 'none' };
  if (known !== undefined) {
    refuse(
      'RUN_UNFINISHED',
      `session ${known.id} of this task ${known.status === 'running' ? 'was cut off' : `ended as "${known.status}"`} and can go on`,
      'Go on with `praxis run --resume`, which reads the task file as it is now (a new candidate counts at once), or give it up and begin at zero with `--new`.',
    );
  }
  if (found.kind === 'none') return { kind: 'begin', closes: null, movesAside: false };
  if (found.kind === 'refused') {
    return { kind: 'lost', session: null, reason: found.message };
  }
  if (found.checkpoint.status === 'completed') return { kind: 'begin', closes: null, movesAside: true };
  return refuse(
    'RUN_UNFINISHED',
    `${checkpointPath} is an unfinished checkpoint of this task`,
    'Go on from it with `praxis run --resume`, or give it up and begin at zero with `--new`.',
  );
}

function decideResume(input: Parameters<typeof decideOpening>[0]): Opening {
  const { known, found } = input;
  if (
    known?.status === 'pass' ||
    (found.kind === 'loaded' && known === undefined && found.checkpoint.status === 'completed')
  ) {
    refuse(
      'RUN_NOT_RESUMABLE',
      'the run of this task has passed',
      'Begin a new one with `praxis run` and the task file.',
    );
  }
  if (known !== undefined) return { kind: 'resume', session: known };
  if (found.kind === 'loaded') return { ...found, kind: 'adopt' };
  return refuse(
    'RUN_NOT_FOUND',
    'there is no unfinished run of this task',
    'Begin one with `praxis run` and the task file.',
  );
}
