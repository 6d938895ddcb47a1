import { execFile } from 'node:child_process';

/** What a short command said: its first line of output, or null where it is missing, fails or takes more than 5 s. */
export function probeCommand(command: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 5000, encoding: 'utf8' }, (error, stdout) => {
      resolve(error === null ? (stdout.split('\n')[0] ?? '').trim() : null);
    });
  });
}
