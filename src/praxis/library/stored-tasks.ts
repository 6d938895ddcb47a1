import type { StoredTask, StoredTasks } from '../../experience/text-vectors.ts';
import type { LearningStore } from '../../learning/store.ts';
import { trajectoryName } from '../../learning/trajectory-name.ts';

/** The tasks of the trajectories that a database still holds. An id is that of the part, a slash, that of the task. */
export function storedTasks({ trajectories }: Pick<LearningStore, 'trajectories'>): StoredTasks {
  return async (ids) => {
    const tasks: StoredTask[] = [];
    for (const [partId, wanted] of byPart(ids)) {
      for (const trajectory of await trajectories({ partId })) {
        const id = trajectoryName(trajectory);
        const { endedAt, taskText } = trajectory;
        if (wanted.has(id)) tasks.push({ id, endedAt, taskText });
      }
    }
    return tasks;
  };
}

/** Ids of parts and of tasks may hold a slash themselves: every place where the one could end is looked at. */
function byPart(ids: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = new Map<string, Set<string>>();
  for (const id of ids) {
    for (let at = id.indexOf('/'); at > 0; at = id.indexOf('/', at + 1)) {
      const partId = id.slice(0, at);
      parts.set(partId, (parts.get(partId) ?? new Set()).add(id));
    }
  }
  return parts;
}
