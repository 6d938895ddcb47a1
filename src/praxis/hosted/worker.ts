import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../../base/errors.ts';
import { type DueSession, dueSessions } from '../../hooks/end/due-sessions.ts';
import { foldOpenSession, type OpenSession } from '../../hooks/end/open-session.ts';
import { systemClock } from '../../host/clock.ts';
import { readEnvironment } from '../../host/environment.ts';
import {
  isHostAlive,
  moveSession,
  openSessionText,
  recentlyClosed,
  sessionFileState,
  tellOpenSession,
} from '../../host/open-sessions.ts';
import { lockFile } from '../../policy/file-store/index.ts';
import { learn } from '../learn.ts';
import { openLibrary } from '../telemetry/open-library.ts';
import { finishSession } from './finish-session.ts';
import { type HostedLibrary, hostedLibrary } from './hosted-library.ts';

/** What the worker needs that a room above knows. */
export interface WorkerRequest {
  readonly home: string;
  /** Whether the sessions of a place are captured now. */
  isCaptured(open: OpenSession): boolean;
  /** For a person who looks why something is missing: no text of any session. */
  log(line: string): void;
}

/** Its host writes the last lines of a transcript after the last hook. */
const HOST_ENDS_WITHIN_MS = 2000;
const PAUSE_MS = 50;

/**
 * Finishes all hosted sessions that are over, one worker a machine, and learns from them unless the user does that by hand.
 * What comes while it works is done too. Killed at any instant, it is done anew by the next one.
 */
export async function finishSessions(request: WorkerRequest): Promise<void> {
  const { home } = request;
  mkdirSync(join(home, 'hosted'), { recursive: true, mode: 0o700 });
  takeBack(home);
  const failed = new Set<string>();
  // Whoever found the lock held has gone: after it is released, what they came for is looked for once more.
  while (dueSessions(home, systemClock.nowMs(), failed).length > 0) {
    const lock = await machineLock(home);
    if (lock === null) return;
    try {
      await finishAll(request, failed);
    } finally {
      await lock.release();
    }
  }
}

async function finishAll(request: WorkerRequest, failed: Set<string>): Promise<void> {
  const libraries = new Map<string, HostedLibrary>();
  const done: string[] = [];
  for (const one of dueSessions(request.home, systemClock.nowMs(), failed)) {
    try {
      const library = await finishNamed(one, request);
      if (library !== undefined) libraries.set(`${library.cwd}\n${library.name}`, library);
      done.push(one.name);
    } catch (error) {
      failed.add(one.name);
      request.log(`session ${one.name} could not be finished: ${codeOf(error)}`);
    }
  }
  for (const library of libraries.values()) await learnFrom(library, request);
  // Only now: a worker that is killed before has left something to do.
  for (const name of done) close(request.home, name);
}

/** The library that is to learn; undefined where nothing of the session's place is left. */
async function finishNamed({ name, open, reason }: DueSession, request: WorkerRequest) {
  const { home } = request;
  const library = hostedLibrary(open);
  if (library === undefined) {
    request.log(`session ${name} is left as it is: its folder is gone`);
    tellOpenSession(home, name, doneLine(sessionFileState(home, name).bytes));
    return undefined;
  }
  if (reason === 'ended') await untilGone(open);
  const { bytes } = sessionFileState(home, name);
  if (open.doneBytes === bytes) return library;
  const opened = await openLibrary(library.cwd, library.name);
  try {
    await finishSession(opened, { home, open, reason, isCaptured: request.isCaptured(open) });
  } finally {
    await opened.store.close();
  }
  tellOpenSession(home, name, doneLine(bytes));
  return library;
}

function doneLine(bytes: number) {
  return { v: 1 as const, at: systemClock.nowMs(), kind: 'done' as const, bytes };
}

async function untilGone(open: OpenSession): Promise<void> {
  const end = systemClock.monotonicMs() + HOST_ENDS_WITHIN_MS;
  while (isHostAlive(open) === true && systemClock.monotonicMs() < end) await sleep(PAUSE_MS);
}

async function learnFrom({ cwd, name }: HostedLibrary, { log }: WorkerRequest): Promise<void> {
  if (readEnvironment().isLearningManual) return;
  try {
    await learn(
      { cwd, library: name, isDryRun: false, isPatient: false, isUnheard: true },
      { onJob() {}, onFailure: ({ key }) => log(`learning job ${key} failed`), signal: new AbortController().signal },
    );
  } catch (error) {
    // Its jobs wait in the library; whoever learns next does them.
    log(`learning failed: ${codeOf(error)}`);
  }
}

/** Puts a session away unless its host has gone on meanwhile; a hook appends to its file before it looks whether it is open. */
function close(home: string, name: string): void {
  if (hasGrown(home, name, 'open')) return;
  moveSession(home, name, 'closed');
  if (hasGrown(home, name, 'closed')) moveSession(home, name, 'open');
}

/** What a worker put away that was killed before it looked again. */
function takeBack(home: string): void {
  for (const name of recentlyClosed(home, systemClock.nowMs()))
    if (hasGrown(home, name, 'closed')) moveSession(home, name, 'open');
}

function hasGrown(home: string, name: string, which: 'open' | 'closed'): boolean {
  const open = foldOpenSession(name, openSessionText(home, name, which));
  return open !== undefined && open.doneBytes !== sessionFileState(home, name).bytes;
}

async function machineLock(home: string) {
  try {
    return await lockFile(join(home, 'hosted', 'worker.lock'), { holder: `process ${process.pid}` });
  } catch (error) {
    if (error instanceof PraxisError && error.code === 'CHECKPOINT_BUSY') return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected';
}
