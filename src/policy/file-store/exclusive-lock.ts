import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

/** `flock` excludes every program that locks the file so; `own-processes` only Praxis on this machine. */
export type LockKind = 'flock' | 'own-processes';

export type LockAttempt =
  | { readonly kind: 'locked'; readonly lockKind: LockKind; readonly letGo: () => Promise<void> }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'failed'; readonly detail: string };

const CONFLICT = 1;

/** The systems whose `open` can lock, and the flag for it. */
const LOCKING_OPEN: ReadonlySet<string> = new Set(['darwin', 'freebsd', 'openbsd', 'netbsd']);
const O_EXLOCK = 0x20;

/**
 * Tries once to lock the file at `path`, open as `descriptor`. Closing the descriptor after `letGo`, or the death of this
 * process, frees it. Where `command` is not to be found, a name that only one process can hold stands for the file.
 */
export async function tryLock(descriptor: number, path: string, command: string): Promise<LockAttempt> {
  if (LOCKING_OPEN.has(process.platform)) return tryLockingOpen(path);
  const helper = await runHelper(descriptor, command);
  if (helper.kind === 'missing') return tryOwnName(path);
  if (helper.kind === 'ended' && helper.status === 0)
    return { kind: 'locked', lockKind: 'flock', letGo: async () => {} };
  if (helper.kind === 'ended' && helper.status === CONFLICT) return { kind: 'conflict' };
  const detail = helper.kind === 'ended' ? `${command} ended with status ${helper.status}` : helper.detail;
  return { kind: 'failed', detail };
}

function tryLockingOpen(path: string): LockAttempt {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW | O_EXLOCK);
    return { kind: 'locked', lockKind: 'flock', letGo: async () => closeSync(descriptor) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return { kind: 'conflict' };
    return { kind: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

type HelperEnd =
  | { readonly kind: 'ended'; readonly status: number | null }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken'; readonly detail: string };

function runHelper(descriptor: number, command: string): Promise<HelperEnd> {
  return new Promise((resolve) => {
    const helper = spawn(command, ['-n', '3'], {
      stdio: ['ignore', 'ignore', 'ignore', descriptor],
      // The system's own folders are searched, and no secret of ours reaches the helper.
      env: {},
      // A Ctrl-C at the terminal must not kill the helper and so look like a broken lock.
      detached: process.platform !== 'win32',
    });
    helper.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ENOENT' ? { kind: 'missing' } : { kind: 'broken', detail: error.message });
    });
    helper.on('exit', (status) => resolve({ kind: 'ended', status }));
  });
}

/** Binds a local address made from the path. The system gives it to one process and takes it back when that one ends. */
async function tryOwnName(path: string): Promise<LockAttempt> {
  const address = ownAddress(path);
  if (address === undefined)
    return { kind: 'failed', detail: 'the flock command is missing; install util-linux or its like' };
  const server = createServer((socket) => socket.destroy()).unref();
  const bound = await bind(server, address);
  if (bound === undefined) return { kind: 'locked', lockKind: 'own-processes', letGo: () => closed(server) };
  return bound.code === 'EADDRINUSE' ? { kind: 'conflict' } : { kind: 'failed', detail: bound.message };
}

function ownAddress(path: string): string | undefined {
  const name = `praxis-lock-${createHash('sha256').update(path).digest('hex')}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : undefined;
}

function bind(server: Server, address: string): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(address, () => resolve(undefined));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
