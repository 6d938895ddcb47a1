import { homedir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../host/package-folder.ts';
import type { ContractHost } from '../policy/contract-command/index.ts';
import { fileReader } from '../policy/file-store/index.ts';

/** The machine as the contract's command sees it; files are relative to `cwd`. */
export function contractHost(cwd: string, env: ContractHost['env']): ContractHost {
  return {
    readFile: fileReader(cwd),
    env,
    userHome: homedir(),
    runtimeVersion: process.versions.node,
    readSchema: (name) => fileReader(join(packageFolder(), 'schemas'))(name),
  };
}
