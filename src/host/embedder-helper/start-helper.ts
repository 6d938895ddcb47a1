import { spawn } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { makePrivateFolder } from '../private-folder.ts';
import { isErrno } from '../system-error.ts';
import type { HelperPlace } from './place.ts';

/** How a helper is started. */
export interface HelperStart {
  readonly place: HelperPlace;
  /** The program, a module that Node runs, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
  readonly nowMs: number;
}

/** Nobody starts another one for so long, so that one that cannot live is not started by every hook. */
const MARK_LASTS_MS = 30_000;

/**
 * Starts a helper that outlives this process, unless somebody did within the last half minute. It gets none of the user's
 * variables: keys are none of its business. Never throws: without a helper everything works, only slower.
 */
export function startHelper({ place, program, args, nowMs }: HelperStart): void {
  try {
    makePrivateFolder(place.folder);
    if (!mark(place.startMark, nowMs)) return;
    const child = spawn(process.execPath, [program, ...args], {
      cwd: '/',
      detached: true,
      stdio: 'ignore',
      env: {},
    });
    child.on('error', () => {}).unref();
  } catch {
    // A home that cannot be written, or no process to be had: whoever asked works by itself, as it does without a helper.
  }
}

/** Whether this process made the mark: of those that come at once, one does. */
function mark(path: string, nowMs: number): boolean {
  const age = nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs);
  if (Math.abs(age) > MARK_LASTS_MS) rmSync(path, { force: true });
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}
