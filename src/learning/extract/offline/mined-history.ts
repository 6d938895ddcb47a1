import type { MarkRecord } from '../../../telemetry/event.ts';
import type { StoredTrajectory } from '../../store.ts';
import { taskKeys } from '../../task-key.ts';
import { trajectoryName } from '../../trajectory-name.ts';
import { minedSteps, unitedSteps } from './mined-steps.ts';
import type { MinedStep, MinedTrajectory } from './mined-trajectory.ts';
import { type FailedCall, unitedSignatures } from './united-signatures.ts';

type FeedbackMark = Extract<MarkRecord, { readonly type: 'feedback' }>;

/** A trajectory as it is stored, with its calls in order. */
export interface RecordedTrajectory {
  readonly trajectory: StoredTrajectory;
  /** Recorded as it happened, not imported. */
  readonly isLive: boolean;
  readonly calls: readonly FailedCall[];
  /** What the user said of its result. */
  readonly feedback: readonly FeedbackMark[];
}

/** Reads the steps of a trajectory, each with the signature that it was recorded with. */
type StepReader = (recorded: RecordedTrajectory) => readonly MinedStep[];

/** A reader that reads each trajectory once, for who mines a history again as it grows. */
export function readingOnce(): StepReader {
  const read = new WeakMap<RecordedTrajectory, readonly MinedStep[]>();
  return (recorded) => {
    const steps = read.get(recorded) ?? minedSteps(recorded.calls);
    read.set(recorded, steps);
    return steps;
  };
}

/** A stored history as it is mined: task keys, normalised steps and united signatures are those of all of it together. */
export function minedHistory(
  recorded: readonly RecordedTrajectory[],
  stepsOf: StepReader = ({ calls }) => minedSteps(calls),
): readonly MinedTrajectory[] {
  const keys = taskKeys(recorded.map((one) => one.trajectory));
  const united = unitedSignatures(recorded.flatMap((one) => one.calls));
  return recorded.map((one, index) => minedRun(one, keys[index] ?? null, unitedSteps(stepsOf(one), united)));
}

/** A trajectory as it is mined, with what only its history tells. */
export function minedRun(
  { trajectory, isLive }: RecordedTrajectory,
  taskKey: string | null,
  steps: readonly MinedStep[],
): MinedTrajectory {
  return {
    id: trajectoryName(trajectory),
    sessionId: trajectory.sessionId,
    taskKey,
    agentConfigId: trajectory.agentConfigId,
    endedAt: trajectory.endedAt,
    outcome: trajectory.parts.outcome,
    acceptance: trajectory.parts.rhoA,
    reward: trajectory.reward,
    domain: trajectory.domain,
    isLive,
    steps,
  };
}
