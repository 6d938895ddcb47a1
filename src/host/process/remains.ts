import { setTimeout as delay } from 'node:timers/promises';
import { isErrno } from '../system-error.ts';
import { type ProcessRow, processTable, startVariable } from './process-table.ts';

/** Names the act a process belongs to, in its environment: the path of its output files without their extension. */
export const ACT_VARIABLE = 'PRAXIS_ACT';

/** Which processes belong to an act. */
export interface ActProcesses {
  readonly group: number;
  /** Nothing of the act is older; in ticks since the machine started, null where that is not known. */
  readonly sinceTicks: number | null;
  /** Whether its group and session are surely those of the act. */
  owns(row: ProcessRow): boolean;
  /** Whether a process that was started with this mark is of the act, wherever it went. */
  isMarked(mark: string): boolean;
}

/** The start time of `process-identity.ts` as ticks since the machine started; null where the system says it otherwise. */
export function startTicks(startTime: string): number | null {
  return /^\d+$/.test(startTime) ? Number(startTime) : null;
}

const KILL_PATIENCE_MS = 10_000;

/** Sends a signal to a group; false where it has no members. */
export function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  return send(-group, signal);
}

/** Kills everything that belongs to the act and waits until it is gone; zombies count as gone. True where something was killed. */
export async function endAct(act: ActProcesses): Promise<boolean> {
  let hasEnded = false;
  for (let waitedMs = 0; waitedMs < KILL_PATIENCE_MS; ) {
    const left = (await livingProcesses()).filter((row) => belongs(row, act));
    if (left.length === 0) return hasEnded;
    hasEnded = true;
    // As a whole first: a group that is forking cannot slip a new member past one signal to all.
    if (left.some((row) => row.group === act.group)) signalGroup(act.group, 'SIGKILL');
    for (const row of left) send(row.pid, 'SIGKILL');
    const pauseMs = Math.min(50, 1 + waitedMs);
    await delay(pauseMs);
    waitedMs += pauseMs;
  }
  // What is left hangs in the kernel with its signal pending: it will never run again.
  return hasEnded;
}

/** Waits until the group has no living member, at most until `isOver()`. */
export async function untilGroupGone(group: number, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await livingProcesses()).some((row) => row.group === group)) await delay(20);
}

async function livingProcesses(): Promise<readonly ProcessRow[]> {
  return (await processTable()).filter((row) => !row.isZombie && row.pid !== process.pid);
}

function belongs(row: ProcessRow, act: ActProcesses): boolean {
  if (act.sinceTicks !== null && row.startTicks !== null && row.startTicks < act.sinceTicks) return false;
  if (act.owns(row)) return true;
  const mark = startVariable(row.pid, ACT_VARIABLE);
  return mark !== undefined && act.isMarked(mark);
}

function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    // ESRCH: nobody there. EPERM: only members of another user are left (macOS says so of zombies, too).
    if (isErrno(error, 'ESRCH', 'EPERM')) return false;
    throw error;
  }
}
