import { resolve } from 'node:path';
import { PraxisError } from '../base/errors.ts';
import { type ExactObject, isExactObject } from '../base/exact-json.ts';
import { systemClock } from '../host/clock.ts';
import { evaluateHeld } from '../policy/evaluate-held.ts';
import type { Changed } from '../policy/file-store/change-checkpoint.ts';
import { createCheckpointFile } from '../policy/file-store/create-checkpoint-file.ts';
import { advanceFile, observeFile } from '../policy/file-store/goal-file.ts';
import type { LockOptions } from '../policy/file-store/lock-file.ts';
import { readExistingFile } from '../policy/file-store/read-file.ts';
import { requireAuthority } from '../policy/host-request.ts';
import {
  type EvaluatedGoal,
  type GoalCheckpoint,
  type GoalPolicy,
  type ObservedGoal,
  type ObserveRequest,
  validateCheckpoint,
} from '../policy/index.ts';

/** How long to wait for another process that holds the file, in ms. Default 0: CHECKPOINT_BUSY at once. */
export type WaitOptions = Pick<LockOptions, 'waitMs'>;

/** An advance of the goal in a file. */
export interface AdvanceOfFile {
  /** The same id given again changes nothing, whatever the file has become. */
  readonly requestId: string;
  /** SHA-256 of the bytes that the advance was decided on; left out, the file is taken as it is. */
  readonly expectedSha256?: string;
  readonly policy: GoalPolicy;
  readonly keys: ReadonlyMap<string, string>;
}

/** An evaluation of the goal in a file. */
export interface EvaluateOfFile {
  readonly policy: GoalPolicy;
  readonly keys: ReadonlyMap<string, string>;
  /** Age in ms from which on an approval or an override is warned of. */
  readonly expireAfterMs?: number;
}

/**
 * Checkpoint files for a host, relative to the workspace. Each change takes the file's lock, compares its hash, is told in the
 * journal and replaces the file atomically; a crash leaves the old document or the new one. Failures are a PraxisError with a code CHECKPOINT_….
 */
export interface CheckpointFiles {
  /** Makes a file that must not be there yet. */
  create(path: string, document: ExactObject, options?: WaitOptions): Promise<{ readonly sha256: string }>;
  /** Says what the policy says of the goal, with the hashes that pin the answer. Reads once, takes no lock. */
  evaluate(path: string, request: EvaluateOfFile): Promise<EvaluatedGoal>;
  /** Ends a slice and begins the next one, once for a request id. */
  advance(path: string, request: AdvanceOfFile, options?: WaitOptions): Promise<Changed<GoalCheckpoint>>;
  /** Writes what the host measured and decided. */
  observe(path: string, request: ObserveRequest, options?: WaitOptions): Promise<Changed<ObservedGoal>>;
}

/** The checkpoint files of a workspace. */
export function checkpointFilesIn(cwd: string): CheckpointFiles {
  return {
    create: async (path, document, options) => {
      requireCheckpoint(document);
      return createCheckpointFile(resolve(cwd, path), document, { ...options, change: 'create' });
    },
    evaluate: async (path, { policy, keys, expireAfterMs }) => {
      requireAuthority({ policy, keys });
      const absolute = resolve(cwd, path);
      const clock = { nowMs: systemClock.nowMs(), expireAfterMs };
      return evaluateHeld({ path: absolute, ...readExistingFile(absolute) }, policy, keys, clock);
    },
    advance: async (path, { policy, ...request }, options) => {
      requireAuthority({ policy, keys: request.keys });
      return advanceFile(resolve(cwd, path), { ...request, policy: () => policy }, { ...options, change: 'advance' });
    },
    observe: async (path, request, options) =>
      observeFile(resolve(cwd, path), request, { ...options, change: 'observe' }),
  };
}

/** A file that no command can read again is not made. */
function requireCheckpoint(document: ExactObject): void {
  if (!isExactObject(document))
    throw new PraxisError('USAGE', 'document: expected the document of a checkpoint, which is a Map', {
      hint: 'Take `document` of a checkpoint that this package made or read, such as that of `createGoal`.',
    });
  const result = validateCheckpoint(document);
  if (result.kind === 'refused')
    throw new PraxisError('CHECKPOINT_INVALID', result.message, {
      hint: 'Nothing was written. `createCheckpoint` and `createGoal` make documents that are valid.',
    });
}
