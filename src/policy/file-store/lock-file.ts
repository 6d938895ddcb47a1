import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PraxisError } from '../../base/errors.ts';
import { type LockKind, tryLock } from './exclusive-lock.ts';
import { requireNoLinks } from './path-check.ts';
import { requireSameFile } from './same-file.ts';
import { ioError } from './store-error.ts';
import { systemCode, systemDetail } from './system-detail.ts';

/** A file locked by this process until `release`, or until this process is gone. */
export interface FileLock {
  /** Absolute. */
  readonly path: string;
  readonly kind: LockKind;
  release(): Promise<void>;
}

export interface LockOptions {
  /** How long to try again while another holds the lock, in ms. Default 0: a conflict is an error at once. */
  readonly waitMs?: number;
  /** Written into the file while the lock is held, for the message that another process gets. Default: nothing. */
  readonly holder?: string;
  /** The helper that locks a descriptor. Default `flock`. */
  readonly command?: string;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
const HOLDER_LENGTH = 200;

/**
 * Takes the exclusive lock of a file, made with mode 0600 where it is missing. The file stays when the lock goes; a dead
 * holder means a free lock. Throws CHECKPOINT_BUSY while another process holds it, CHECKPOINT_IO where it cannot be locked.
 */
export async function lockFile(path: string, options: LockOptions = {}): Promise<FileLock> {
  const { waitMs = 0, holder, command = 'flock' } = options;
  const absolute = resolve(path);
  requireNoLinks(absolute);
  const descriptor = openLockFile(absolute);
  try {
    const { lockKind, letGo } = await locked(descriptor, absolute, command, waitMs);
    if (holder !== undefined) writeNote(descriptor, holder);
    return { path: absolute, kind: lockKind, release: releasing(descriptor, letGo, holder !== undefined) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function openLockFile(path: string): number {
  // Without O_NONBLOCK a pipe in the file's place would hang the open.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(path, flags, 0o600);
  } catch (error) {
    throw ioError(`cannot open checkpoint lock ${path}: ${systemDetail(error, path)}`, error);
  }
  try {
    if (!fstatSync(descriptor).isFile()) throw ioError(`checkpoint lock is not a regular file: ${path}`);
    requireSameFile(descriptor, path);
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

async function locked(descriptor: number, path: string, command: string, waitMs: number) {
  let waited = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const attempt = await tryLock(descriptor, path, command);
    if (attempt.kind === 'locked') return attempt;
    if (attempt.kind === 'failed') throw ioError(`cannot lock ${path}: ${attempt.detail}`);
    if (waited >= waitMs) throw busy(path, waitMs);
    const next = Math.min(pause, waitMs - waited);
    await setTimeout(next);
    waited += next;
  }
}

function busy(path: string, waitMs: number): PraxisError {
  const note = readNote(path);
  const who = note === '' ? 'Another process holds it' : `It is held by ${note}`;
  const wait = waitMs === 0 ? '' : ` and did not let go within ${waitMs} ms`;
  return new PraxisError('CHECKPOINT_BUSY', `checkpoint lock conflict: ${path}`, {
    hint: `${who}${wait}. Wait for it to end; never remove the lock file.`,
  });
}

function readNote(path: string): string {
  try {
    const note = readFileSync(path, 'utf8').slice(0, HOLDER_LENGTH);
    return note.replace(/\p{C}+/gu, ' ').trim();
  } catch {
    // Only the message lacks a name then.
    return '';
  }
}

/** The note is for people: on a full disk the lock holds without it. */
function writeNote(descriptor: number, holder: string): void {
  try {
    ftruncateSync(descriptor);
    writeSync(descriptor, `${holder}\n`, 0);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

function removeNote(descriptor: number): void {
  try {
    ftruncateSync(descriptor);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

function releasing(descriptor: number, letGo: () => Promise<void>, hasNote: boolean): () => Promise<void> {
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    if (hasNote) removeNote(descriptor);
    closeSync(descriptor);
    await letGo();
  };
}
