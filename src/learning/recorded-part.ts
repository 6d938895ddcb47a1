import type { CallRecord, MarkRecord } from '../telemetry/event.ts';
import { taskRuns } from '../telemetry/task-run.ts';
import type { RecordedTrajectory } from './extract/offline/mined-history.ts';
import type { StoredTrajectory } from './store.ts';

/** A call without what came back, which nothing is learnt from. */
type LearntCall = Omit<CallRecord, 'output'>;

/** A sealed session with what is learnt from it. */
export interface RecordedPart {
  readonly partId: string;
  /** Of its job in the queue. */
  readonly place: number;
  readonly isLive: boolean;
  readonly trajectories: readonly StoredTrajectory[];
  readonly records: readonly (LearntCall | MarkRecord)[];
}

/** The trajectories of a session with their calls, in the order in which they are stored. */
export function recordedTrajectories({ trajectories, records, isLive }: RecordedPart): readonly RecordedTrajectory[] {
  const runs = new Map(taskRuns(records).map((run) => [run.taskId, run]));
  return trajectories.map((trajectory) => {
    const { steps = [], feedback = [] } = runs.get(trajectory.taskId) ?? {};
    return { trajectory, isLive, calls: steps, feedback };
  });
}
