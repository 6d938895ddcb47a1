import { setPriority } from 'node:os';
import { join } from 'node:path';
import { isCaptured } from '../../hooks/capture-switch.ts';
import { readEnvironment } from '../../host/environment.ts';
import { logLine, textIfThere } from '../../host/hook-process.ts';
import { rememberWorker } from '../../host/session-worker.ts';
import { learnCorrections } from './learn-corrections.ts';
import { finishSessions } from './worker.ts';

const NICE = 10;

/** The program that finishes sessions, started by a hook and waited for by nobody. */
const { home } = readEnvironment();
try {
  setPriority(NICE);
  rememberWorker(home);
  await learnCorrections(home, (line) => logLine(home, `worker: ${line}`));
  await finishSessions({
    home,
    isCaptured: ({ host, cwd, repository }) =>
      cwd !== null &&
      isCaptured(textIfThere(join(home, 'capture.json')), { host, folder: cwd, repository: repository ?? undefined }),
    log: (line) => logLine(home, `worker: ${line}`),
  });
} catch (error) {
  logLine(home, `worker: ${error instanceof Error && 'code' in error ? String(error.code) : 'failed'}`);
}
