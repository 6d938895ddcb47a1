import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenSession, OpenSessionLine } from '../hooks/end/open-session.ts';
import { isAlive } from './process-identity.ts';
import { isErrno } from './system-error.ts';

/** Names of the sessions that nobody has finished yet; of those that are finished with `closed`. */
export function openSessionNames(home: string, which: 'open' | 'closed' = 'open'): readonly string[] {
  try {
    return readdirSync(folderOf(home, which));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** What is told of a session; empty where it is not there. */
export function openSessionText(home: string, name: string, which: 'open' | 'closed' = 'open'): string {
  try {
    return readFileSync(join(folderOf(home, which), name), 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return '';
    throw error;
  }
}

/** Appends one line in one write; what a killed writer left unfinished damages nothing but itself. */
export function tellOpenSession(home: string, name: string, line: OpenSessionLine): void {
  const folder = folderOf(home, 'open');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  appendFileSync(join(folder, name), `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** Puts a session among those that are finished, or back among the others. One of that name that is there already stays. */
export function moveSession(home: string, name: string, to: 'open' | 'closed'): void {
  const from = to === 'open' ? 'closed' : 'open';
  mkdirSync(folderOf(home, to), { recursive: true, mode: 0o700 });
  const target = join(folderOf(home, to), name);
  // It went on meanwhile, and was told anew.
  if (to === 'open' && statSync(target, { throwIfNoEntry: false }) !== undefined) return;
  try {
    renameSync(join(folderOf(home, from), name), target);
  } catch (error) {
    // Another process was faster.
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

const KEPT_CLOSED_MS = 604_800_000;

/** Names of the sessions that were finished in the last seven days; what is told of older ones is deleted. */
export function recentlyClosed(home: string, nowMs: number): readonly string[] {
  return openSessionNames(home, 'closed').filter((name) => {
    const path = join(folderOf(home, 'closed'), name);
    const isRecent = nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < KEPT_CLOSED_MS;
    if (!isRecent) rmSync(path, { force: true });
    return isRecent;
  });
}

/** Forgets a session, with the lines of its hooks. */
export function forgetSession(home: string, name: string): void {
  const paths = [folderOf(home, 'open'), folderOf(home, 'closed'), join(home, 'sessions')];
  for (const path of paths) rmSync(join(path, name), { force: true });
}

/** The file of a session's hooks: how long it is, and when it was last written (ms since 1970); zeros where it is not there. */
export function sessionFileState(home: string, name: string): { readonly bytes: number; readonly lastSeenMs: number } {
  const stat = statSync(join(home, 'sessions', name), { throwIfNoEntry: false });
  return { bytes: stat?.size ?? 0, lastSeenMs: stat?.mtimeMs ?? 0 };
}

/** Names of the files that hooks have of sessions. */
export function sessionFileNames(home: string): readonly string[] {
  try {
    return readdirSync(join(home, 'sessions'));
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** The lines of a session's hooks, empty where there are none. */
export function sessionFileText(home: string, name: string): string {
  try {
    return readFileSync(join(home, 'sessions', name), 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return '';
    throw error;
  }
}

/** Whether the process of a session's host still runs; null: it is not known. */
export function isHostAlive({ process }: OpenSession): boolean | null {
  return process === null ? null : isAlive(process.pid, process.startTime);
}

function folderOf(home: string, which: 'open' | 'closed'): string {
  return join(home, 'hosted', which);
}
