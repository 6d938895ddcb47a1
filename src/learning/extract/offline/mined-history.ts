import type { StoredTrajectory } from '../../store.ts';
import { taskKeys } from '../../task-key.ts';
import { trajectoryName } from '../../trajectory-name.ts';
import { minedSteps } from './mined-steps.ts';
import type { MinedTrajectory } from './mined-trajectory.ts';
import { type FailedCall, unitedSignatures } from './united-signatures.ts';

/** A trajectory as it is stored, with its calls in order. */
export interface RecordedTrajectory {
  readonly trajectory: StoredTrajectory;
  /** Recorded as it happened, not imported. */
  readonly isLive: boolean;
  readonly calls: readonly FailedCall[];
}

/** A stored history as it is mined: task keys, normalised steps and united signatures are those of all of it together. */
export function minedHistory(
  recorded: readonly RecordedTrajectory[],
  aliases: Readonly<Record<string, string>> = {},
): readonly MinedTrajectory[] {
  const keys = taskKeys(recorded.map((one) => one.trajectory));
  const united = unitedSignatures(recorded.flatMap((one) => one.calls));
  return recorded.map(({ trajectory, isLive, calls }, index) => ({
    id: trajectoryName(trajectory),
    sessionId: trajectory.sessionId,
    taskKey: keys[index] ?? null,
    agentConfigId: trajectory.agentConfigId,
    endedAt: trajectory.endedAt,
    outcome: trajectory.parts.outcome,
    acceptance: trajectory.parts.rhoA,
    reward: trajectory.reward,
    domain: trajectory.domain,
    isLive,
    steps: minedSteps(calls, aliases, united),
  }));
}
