import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { cleanEnvironment, ROOT } from './support.ts';

/** The built program of the public contract. */
export const CONTRACT = join(ROOT, 'dist', 'agent-collab.mjs');

export interface ContractEnd {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in a folder. */
export function agentCollab(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ContractEnd> {
  const child = spawn(process.execPath, [CONTRACT, ...args], {
    cwd,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  return new Promise((resolve) => child.on('close', (exit) => resolve({ exit, ...texts })));
}
