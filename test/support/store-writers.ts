import { type ChildProcess, spawn } from 'node:child_process';

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
  const ended = endOf(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    sessionId,
    start: () => void child.stdin.write('\n'),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

async function endOf(child: ChildProcess): Promise<WriterEnd> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  // A line that the kill cut short was not said.
  const acknowledged = stdout.split('\n').length - 2;
  return { exitCode, acknowledged: Math.max(0, acknowledged), stderr };
}
