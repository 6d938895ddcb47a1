import { spawn } from 'node:child_process';

/** A program that outlives this process: a module that Node runs. */
export interface DetachedProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a program in a session of its own, without input and output. Never throws: what it does is not waited for. */
export function startDetached({ program, args, cwd, env }: DetachedProgram): void {
  try {
    const child = spawn(process.execPath, [program, ...args], { cwd, env, detached: true, stdio: 'ignore' });
    child.on('error', () => {}).unref();
  } catch {
    // No process to be had: the next command that learns does it.
  }
}
