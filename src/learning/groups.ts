import { type GroupAdvantage, groupAdvantage } from './advantage.ts';
import { type TaskMarks, taskKeys } from './task-key.ts';

/** What grouping needs of a trajectory. */
export interface Attempt extends TaskMarks {
  readonly sessionId: string;
  readonly agentConfigId: string;
  readonly reward: number;
}

/** Attempts of one configuration at one task. */
interface Stratum<A extends Attempt> {
  readonly taskKey: string;
  readonly agentConfigId: string;
  /** In the order given. */
  readonly members: readonly A[];
}

export interface Group<A extends Attempt> extends Stratum<A> {
  readonly advantage: GroupAdvantage;
}

export interface GroupSettings {
  /** Of so many of the newest sessions are attempts compared that only look alike. */
  readonly window: number;
  /** And of so many of the newest attempts. */
  readonly max: number;
}

const GROUP_SETTINGS: GroupSettings = { window: 20, max: 16 };

/** All attempts by task and configuration, in order of the first member. Contrasts are formed inside a stratum only. */
export function strataOf<A extends Attempt>(attempts: readonly A[]): readonly Stratum<A>[] {
  const keys = taskKeys(attempts);
  const strata = new Map<string, { taskKey: string; agentConfigId: string; members: A[] }>();
  for (const [index, attempt] of attempts.entries()) {
    const taskKey = keys[index] ?? null;
    if (taskKey === null) continue;
    const { agentConfigId } = attempt;
    const name = JSON.stringify([taskKey, agentConfigId]);
    const stratum = strata.get(name) ?? { taskKey, agentConfigId, members: [] };
    stratum.members.push(attempt);
    strata.set(name, stratum);
  }
  return [...strata.values()];
}

/**
 * The groups of attempts that are ordered by the end of their sessions, oldest first, with the advantages of their
 * members. Where only similar texts make a group, it holds no more than the newest attempts.
 */
export function groupsOf<A extends Attempt>(
  attempts: readonly A[],
  settings: GroupSettings = GROUP_SETTINGS,
): readonly Group<A>[] {
  const sessions = [...new Set(attempts.map((one) => one.sessionId))];
  const newest = new Set(sessions.slice(-settings.window));
  return strataOf(attempts).map((stratum) => {
    const isLikeness = stratum.taskKey.startsWith('cluster:');
    const members = isLikeness
      ? stratum.members.filter((one) => newest.has(one.sessionId)).slice(-settings.max)
      : stratum.members;
    return { ...stratum, members, advantage: groupAdvantage(members.map((one) => one.reward)) };
  });
}
