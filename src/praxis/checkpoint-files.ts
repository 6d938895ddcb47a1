import { resolve } from 'node:path';
import type { ExactObject } from '../base/exact-json.ts';
import type { Changed } from '../policy/file-store/change-checkpoint.ts';
import { createCheckpointFile } from '../policy/file-store/create-checkpoint-file.ts';
import { advanceFile, observeFile } from '../policy/file-store/goal-file.ts';
import type { LockOptions } from '../policy/file-store/lock-file.ts';
import type { GoalCheckpoint, GoalPolicy, ObservedGoal, ObserveRequest } from '../policy/index.ts';

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

/**
 * Checkpoint files for a host, relative to the workspace. Each change takes the file's lock, compares its hash, is told in the
 * journal and replaces the file atomically; a crash leaves the old document or the new one. Failures are a PraxisError with a code CHECKPOINT_….
 */
export interface CheckpointFiles {
  /** Makes a file that must not be there yet. */
  create(path: string, document: ExactObject, options?: WaitOptions): Promise<{ readonly sha256: string }>;
  /** Ends a slice and begins the next one, once for a request id. */
  advance(path: string, request: AdvanceOfFile, options?: WaitOptions): Promise<Changed<GoalCheckpoint>>;
  /** Writes what the host measured and decided. */
  observe(path: string, request: ObserveRequest, options?: WaitOptions): Promise<Changed<ObservedGoal>>;
}

/** The checkpoint files of a workspace. */
export function checkpointFilesIn(cwd: string): CheckpointFiles {
  return {
    create: async (path, document, options) =>
      createCheckpointFile(resolve(cwd, path), document, { ...options, change: 'create' }),
    advance: async (path, { policy, ...request }, options) =>
      advanceFile(resolve(cwd, path), { ...request, policy: () => policy }, { ...options, change: 'advance' }),
    observe: async (path, request, options) =>
      observeFile(resolve(cwd, path), request, { ...options, change: 'observe' }),
  };
}
