import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a writing process did, as far as it said so. */
export interface WriterEnd {
  readonly exitCode: number | null;
  /** Rows it called durable, from the first on. */
  readonly acknowledged: number;
  readonly stderr: string;
}

/** A process of `store-writer.ts` that waits for its start. */
export interface Writer {
  readonly sessionId: string;
  start(): void;
  /** Settles once it has called that many rows durable, or has ended. */
  reached(rows: number): Promise<void>;
  /** Ends it with signal 9. */
  kill(): void;
  readonly ended: Promise<WriterEnd>;
}

/** Starts a writer of the bundle `program`; settles when it is ready. */
export async function storeWriter(
  program: string,
  path: string,
  sessionId: string,
  durationMs: number,
): Promise<Writer> {
  const child = spawn(process.execPath, [program, path, sessionId, String(durationMs)]);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const ended = once(child, 'close').then(() => ({
    exitCode: child.exitCode,
    acknowledged: acknowledgedIn(said.stdout),
    stderr: said.stderr,
  }));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    sessionId,
    start: () => void child.stdin.write('\n'),
    async reached(rows) {
      while (acknowledgedIn(said.stdout) < rows && child.exitCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

/** Whole lines after the first, which says `ready`: a line that a kill cut short was not said. */
function acknowledgedIn(stdout: string): number {
  return Math.max(0, stdout.split('\n').length - 2);
}
