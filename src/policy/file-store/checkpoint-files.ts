import { resolve } from 'node:path';
import type { CheckpointFiles } from '../contract-command/host.ts';
import { changeCheckpoint } from './change-checkpoint.ts';
import { createCheckpointFile } from './create-checkpoint-file.ts';

/** Checkpoint files for the contract's command, relative to a folder. A lock that another holds is an error at once. */
export function checkpointFiles(cwd: string): CheckpointFiles {
  return {
    change: async (path, change) => (await changeCheckpoint(resolve(cwd, path), change)).result,
    create: async (path, document) => {
      await createCheckpointFile(resolve(cwd, path), document);
    },
  };
}
