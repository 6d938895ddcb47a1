import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A process that says on standard output, line by line, how far it has come; its first line is `ready`. */
export interface TellingChild {
  /** Gives it a line. */
  say(): void;
  /** Settles once it has said that many lines after the first, or has ended. */
  reached(lines: number): Promise<void>;
  /** Ends it with signal 9. */
  kill(): void;
  readonly ended: Promise<{
    readonly exitCode: number | null;
    readonly lines: readonly string[];
    readonly stderr: string;
  }>;
}

/** Starts a Node program; settles when it is ready. */
export async function tellingChild(program: string, args: readonly string[]): Promise<TellingChild> {
  const child = spawn(process.execPath, [program, ...args]);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  // A line that a kill cut short was not said.
  const lines = () => said.stdout.split('\n').slice(1, -1);
  const ended = once(child, 'close').then(() => ({ exitCode: child.exitCode, lines: lines(), stderr: said.stderr }));
  await Promise.race([once(child.stdout, 'data'), ended]);
  return {
    say: () => void child.stdin.write('\n'),
    async reached(count) {
      while (lines().length < count && child.exitCode === null && child.signalCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}
