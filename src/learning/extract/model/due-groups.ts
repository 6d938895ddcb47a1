import { compareCodePoints } from '../../../base/code-point-order.ts';
import { type GroupAdvantage, groupAdvantage } from '../../advantage.ts';
import { groupsOf } from '../../groups.ts';
import type { StoredTrajectory } from '../../store.ts';
import { trajectoryName } from '../../trajectory-name.ts';

/** Attempts at one task that may teach something. */
export interface DueGroup {
  readonly key: string;
  readonly members: readonly StoredTrajectory[];
  readonly advantage: Extract<GroupAdvantage, { readonly skip: null }>;
}

/** A trajectory teaches a model's extraction so often. */
const REUSE_MAX = 3;
/** The newest attempts stand for the rest: more would fill a prompt and say the same. */
const MOST_MEMBERS = 16;

/**
 * The groups that have gained an attempt in a session, the strongest first, without attempts that were used up. `recent`
 * holds the attempts in order of their ends, those of the session among them.
 */
export function dueGroups(
  recent: readonly StoredTrajectory[],
  session: string,
  extractionsOf: (name: string) => number,
): readonly DueGroup[] {
  const due: DueGroup[] = [];
  for (const { taskKey, agentConfigId, members } of groupsOf(recent)) {
    const fresh = members.filter((one) => extractionsOf(trajectoryName(one)) < REUSE_MAX).slice(-MOST_MEMBERS);
    if (!fresh.some(({ sessionId }) => sessionId === session)) continue;
    const advantage = groupAdvantage(fresh.map(({ reward }) => reward));
    if (advantage.skip === null) due.push({ key: `${taskKey} ${agentConfigId}`, members: fresh, advantage });
  }
  return due.sort((a, b) => b.advantage.strength - a.advantage.strength || compareCodePoints(a.key, b.key));
}
