import { homedir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../host/package-folder.ts';
import type { CheckpointFiles, ContractHost } from '../policy/contract-command/index.ts';
import { fileReader } from '../policy/file-store/index.ts';

/** The machine as the contract's command sees it; files are relative to `cwd`. */
export function contractHost(cwd: string, env: ContractHost['env']): ContractHost {
  return {
    readFile: fileReader(cwd),
    env,
    userHome: homedir(),
    runtimeVersion: process.versions.node,
    checkpoints: {
      change: async (path, change) => (await loadFiles(cwd)).change(path, change),
      create: async (path, document) => (await loadFiles(cwd)).create(path, document),
    },
    readSchema: (name) => fileReader(join(packageFolder(), 'schemas'))(name),
  };
}

/** Processes and locks load only for a command that writes. */
async function loadFiles(cwd: string): Promise<CheckpointFiles> {
  const { checkpointFiles } = await import('../policy/file-store/checkpoint-files.ts');
  return checkpointFiles(cwd);
}
