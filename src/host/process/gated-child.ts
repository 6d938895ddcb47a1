import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { gatedCommand } from './gate.ts';

/** A child that waits at its gate, and our end of its leash. */
export interface GatedChild {
  readonly kind: 'started';
  readonly pid: number;
  readonly leash: Socket;
  /** Settles once nothing holds the other end of the leash. */
  readonly unleashed: Promise<void>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export type GatedStart = GatedChild | { readonly kind: 'failed'; readonly reason: string };

/** Starts `/bin/sh -c command` at its gate, in a session and group of its own. */
export async function startAtGate(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  stdio: readonly [number, number, number],
): Promise<GatedStart> {
  const { file, args } = gatedCommand(command);
  let child: ChildProcess;
  try {
    // A socket of ours that Node opens close-on-exec: no other child can hold this leash.
    child = spawn(file, args, { cwd, env, detached: true, stdio: [...stdio, 'pipe'] });
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
  const leash = child.stdio[3];
  if (child.pid === undefined) {
    const [error] = await once(child, 'error').catch((thrown: unknown) => [thrown]);
    return { kind: 'failed', reason: `${error instanceof Error ? error.message : String(error)} (in ${cwd})` };
  }
  if (!(leash instanceof Socket)) throw new TypeError('descriptor 3 of a child is not a socket');
  // Writing to a child that was killed at its gate breaks the pipe; its end tells the same.
  leash.on('error', () => leash.destroy());
  leash.resume();
  const unleashed = new Promise<void>((resolve) => leash.once('close', () => resolve()));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { kind: 'started', pid: child.pid, leash, unleashed, exited };
}
