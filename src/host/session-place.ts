import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SessionPlace } from '../hooks/capture-switch.ts';
import { gitCommonFolder } from './git-folder.ts';

/** Where a session works whose host names `cwd`, which may be gone or a link. */
export function sessionPlace(host: string, cwd: string): SessionPlace {
  const isThere = statSync(cwd, { throwIfNoEntry: false }) !== undefined;
  const folder = isThere ? realpathSync(cwd) : resolve(cwd);
  return { host, folder, repository: gitCommonFolder(folder) };
}
