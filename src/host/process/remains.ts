import { setTimeout as delay } from 'node:timers/promises';
import { hasEnvironment, type ProcessRow, processTable } from './process-table.ts';

/** Names the act a process belongs to, in its environment: the path of its output files without their extension. */
export const ACT_VARIABLE = 'PRAXIS_ACT';

/** Which processes belong to an act. */
export interface ActProcesses {
  readonly group: number;
  /** Whether the number of the group is surely still that of this act; else only marked processes count. */
  readonly isGroupOurs: boolean;
  /** Nothing of the act is older; in ticks since the machine started, null where that is not known. */
  readonly sinceTicks: number | null;
  isMarked(act: string): boolean;
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
    if (act.isGroupOurs) signalGroup(act.group, 'SIGKILL');
    const left = await remains(act);
    if (left.length === 0) return hasEnded;
    hasEnded = true;
    for (const pid of left) send(pid, 'SIGKILL');
    const pauseMs = Math.min(50, 1 + waitedMs);
    await delay(pauseMs);
    waitedMs += pauseMs;
  }
  // What is left hangs in the kernel with its signal pending: it will never run again.
  return hasEnded;
}

/** Waits until the group and session have no living member, at most until `isOver()`. */
export async function untilGone(act: ActProcesses, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await remains(act)).length > 0) await delay(20);
}

/** The living processes of an act: its group, its session, and what left both but still carries its mark. */
async function remains(act: ActProcesses): Promise<readonly number[]> {
  const rows = await processTable();
  return rows.filter((row) => belongs(row, act)).map((row) => row.pid);
}

function belongs(row: ProcessRow, act: ActProcesses): boolean {
  if (row.isZombie || row.pid === process.pid) return false;
  if (act.isGroupOurs && (row.group === act.group || row.session === act.group)) return true;
  if (act.sinceTicks !== null && row.startTicks !== null && row.startTicks < act.sinceTicks) return false;
  return hasEnvironment(row.pid, ACT_VARIABLE, (value) => act.isMarked(value));
}

function send(target: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    // ESRCH: nobody there. EPERM: only members of another user are left (macOS says so of zombies, too).
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')) return false;
    throw error;
  }
}
