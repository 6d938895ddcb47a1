import type { StoredTrajectory } from './store.ts';

/** As evidence names a trajectory: the part of a session, a slash, the task. Both may hold a slash themselves. */
export function trajectoryName({ sessionId, taskId }: Pick<StoredTrajectory, 'sessionId' | 'taskId'>): string {
  return `${sessionId}/${taskId}`;
}
