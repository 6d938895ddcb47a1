import { closeSync, ftruncateSync, openSync, readFileSync, statSync, utimes, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, isoTime } from '../base/clock.ts';
import { PraxisError } from '../base/errors.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { preparePraxisFolder } from './work-tree-folder.ts';

/**
 * Takes the exclusive lock of a file, made where it is missing. Throws CHECKPOINT_BUSY where another process holds it,
 * CHECKPOINT_IO where it cannot be locked. `lockFile` of the policy's file store is meant.
 */
export type LockFile = (path: string) => Promise<{ release(): Promise<void> }>;

/** Who holds or last held a work tree. */
export interface LeaseHolder extends ProcessIdentity {
  readonly v: 1;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** The holders before it, oldest first; the newest ones. */
  readonly earlier: readonly HolderLife[];
}

/** When a holder took the lease, and when it was last seen alive; ms since 1970. */
interface HolderLife {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** The right to be the one run of a work tree, until released or until this process is gone. */
export interface Lease {
  /** `.praxis/run.lock`, absolute. */
  readonly path: string;
  /** The holders before this one, oldest first; the newest ones. */
  readonly lives: readonly HolderLife[];
  release(): Promise<void>;
}

const SIGN_OF_LIFE_EVERY_MS = 1000;
const KEPT_LIVES = 50;

/** The file that the lease of a work tree locks. */
export function leasePath(workTree: string): string {
  return join(workTree, '.praxis', 'run.lock');
}

/**
 * Takes the lease of a work tree: one run at a time. WORK_TREE_BUSY names the process that holds it; a holder that died
 * holds nothing. While it is held, the file's mtime is touched every second as a sign of life.
 */
export async function takeLease(workTree: string, lockFile: LockFile, clock: Clock): Promise<Lease> {
  preparePraxisFolder(workTree);
  const path = leasePath(workTree);
  const lock = await lockFile(path).catch((error: unknown) => {
    throw refusal(workTree, error);
  });
  let lives: readonly HolderLife[];
  try {
    lives = livesIn(path);
    const holder: LeaseHolder = { v: 1, ...ownIdentity(), since: isoTime(clock.nowMs()), earlier: lives };
    overwrite(path, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    await lock.release();
    throw unusable(path, error);
  }
  const heartbeat = setInterval(() => touch(path, clock), SIGN_OF_LIFE_EVERY_MS).unref();
  return {
    path,
    lives,
    async release() {
      clearInterval(heartbeat);
      await lock.release();
    },
  };
}

/** When the holder of the lease was last seen alive, in ms since 1970; null where nobody ever was. */
export function lastSignOfLife(path: string): number | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined || stat.size === 0 ? null : stat.mtimeMs;
}

/** Who wrote the lease last; null where that cannot be read. */
export function leaseHolder(path: string): LeaseHolder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isHolder(holder) ? { ...holder, earlier: Array.isArray(holder.earlier) ? holder.earlier : [] } : null;
  } catch {
    // Missing, or being written at this instant: the message then names nobody.
    return null;
  }
}

/** Who held the lease up to now, oldest first. */
function livesIn(path: string): readonly HolderLife[] {
  const untilMs = lastSignOfLife(path);
  const holder = leaseHolder(path);
  if (untilMs === null || holder === null) return [];
  return [...holder.earlier, { sinceMs: Date.parse(holder.since), untilMs }].slice(-KEPT_LIVES);
}

/** In place: a renamed file would be another one than the one that is locked. Cut last, so that a crash leaves no empty file. */
function overwrite(path: string, text: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    ftruncateSync(descriptor, writeSync(descriptor, text, 0));
  } finally {
    closeSync(descriptor);
  }
}

function isHolder(value: unknown): value is LeaseHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startTime' in value &&
    typeof value.startTime === 'string' &&
    'since' in value &&
    typeof value.since === 'string'
  );
}

function touch(path: string, clock: Clock): void {
  const now = clock.nowMs() / 1000;
  // A sign that cannot be given only makes an act look shorter after a crash; it is no reason to end the run.
  utimes(path, now, now, () => {});
}

function refusal(workTree: string, error: unknown): unknown {
  const path = leasePath(workTree);
  if (!(error instanceof PraxisError)) return error;
  if (error.code === 'CHECKPOINT_IO') return unusable(path, error);
  if (error.code !== 'CHECKPOINT_BUSY') return error;
  const holder = leaseHolder(path);
  // A holder that has not written its name yet leaves that of the one before.
  const isNamed = holder !== null && isAlive(holder.pid, holder.startTime);
  const who = isNamed ? `process ${holder.pid} since ${holder.since}` : 'another process';
  return new PraxisError('WORK_TREE_BUSY', `a run is going on in ${workTree}: held by ${who}`, {
    hint: 'Wait for it to end, or end it; two runs in one work tree would undo each other.',
    cause: error,
  });
}

function unusable(path: string, cause: unknown): PraxisError {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new PraxisError('WORK_TREE_IO', `cannot hold the work tree by ${path}: ${detail}`, {
    hint: 'See that the file can be written, is no link, and that its disk is not full.',
    cause,
  });
}
