import { compareCodePoints } from '../../base/code-point-order.ts';
import { sha256Hex } from '../../base/sha256.ts';
import type { EvaluationRun } from './evaluation-run.ts';

/** How each run found its side. */
export interface SplitMarks {
  /** By the user that its own record names. */
  readonly byUser: number;
  /** By the user that another record of the same task names. */
  readonly byJoinedUser: number;
  /** By its task, since nobody names a user. */
  readonly byTask: number;
}

/** Runs to learn from, and runs that are opened once what was learnt is frozen. */
export interface Split {
  readonly developer: readonly EvaluationRun[];
  readonly heldOut: readonly EvaluationRun[];
  readonly marks: SplitMarks;
}

/**
 * Splits runs by the hash of their user, so that neither a task nor a user stands on both sides: attempts at one task share
 * its difficulty, and tasks of one user share theirs. `heldOutShare` (0 to 1) is that of users, not of runs.
 */
export function splitByUser(runs: readonly EvaluationRun[], heldOutShare: number): Split {
  const users = usersOfTasks(runs);
  const marks = { byUser: 0, byJoinedUser: 0, byTask: 0 };
  const developer: EvaluationRun[] = [];
  const heldOut: EvaluationRun[] = [];
  for (const run of runs) {
    const { taskKey, id } = run.trajectory;
    const user = (taskKey === null ? null : users.get(taskKey)) ?? run.userHash;
    if (user === null) marks.byTask++;
    else if (run.userHash === null) marks.byJoinedUser++;
    else marks.byUser++;
    (placeOf(user ?? sha256Hex(taskKey ?? id)) < heldOutShare ? heldOut : developer).push(run);
  }
  return { developer, heldOut, marks };
}

/** One user a task: the first by name, should its records disagree. */
function usersOfTasks(runs: readonly EvaluationRun[]): ReadonlyMap<string, string> {
  const users = new Map<string, string>();
  for (const { userHash: user, trajectory } of runs) {
    if (user === null || trajectory.taskKey === null) continue;
    const known = users.get(trajectory.taskKey);
    if (known === undefined || compareCodePoints(user, known) < 0) users.set(trajectory.taskKey, user);
  }
  return users;
}

/** Where a hash falls between 0 and 1: the same on every machine. */
function placeOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) / 4_294_967_296;
}
