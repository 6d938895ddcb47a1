import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from './atomic-file.ts';
import { readEnvironment } from './environment.ts';
import { packageFolder } from './package-folder.ts';
import { makePrivateFolder } from './private-folder.ts';
import { startDetached } from './start-detached.ts';
import { isErrno } from './system-error.ts';

/** The file that names the program which finishes sessions: hooks know nothing of the package that they come from. */
function pointer(home: string): string {
  return join(home, 'hook', 'worker');
}

/** Writes down where the worker of this package lies, if it has one. */
export function rememberWorker(home: string): void {
  const program = join(packageFolder(), 'dist', 'session-worker.mjs');
  if (statSync(program, { throwIfNoEntry: false }) === undefined || knownWorker(home) === program) return;
  makePrivateFolder(join(home, 'hook'));
  writeFileAtomically(pointer(home), `${program}\n`, { mode: 0o600 });
}

/** Starts the worker, which outlives this process; false where no package has left one, or it is gone. */
export function startWorker(home: string): boolean {
  const program = knownWorker(home);
  if (program === undefined || statSync(program, { throwIfNoEntry: false }) === undefined) return false;
  const env = readEnvironment().childEnvironment({ PRAXIS_HOME: home });
  startDetached({ program, args: [], cwd: home, env });
  return true;
}

function knownWorker(home: string): string | undefined {
  try {
    return readFileSync(pointer(home), 'utf8').trim() || undefined;
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
