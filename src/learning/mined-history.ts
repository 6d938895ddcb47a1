import type { CallRecord, MarkRecord } from '../telemetry/event.ts';
import { errorSignature, signatureOf } from '../telemetry/fingerprint.ts';
import { uniteSignatures } from '../telemetry/signature-union.ts';
import { taskRuns } from '../telemetry/task-run.ts';
import { toolNames } from '../telemetry/tool-name.ts';
import { minedSteps } from './extract/offline/mined-steps.ts';
import type { MinedTrajectory } from './extract/offline/mined-trajectory.ts';
import type { StoredTrajectory } from './store.ts';
import { taskKeys } from './task-key.ts';

/** A call without what came back, which nothing is mined from. */
type MinedCall = Pick<
  CallRecord,
  'type' | 'eventId' | 'taskId' | 'tool' | 'params' | 'ok' | 'error' | 'startedAt' | 'context'
>;

/** A sealed session with what is mined from it. */
export interface MinedPart {
  readonly partId: string;
  /** Of its job in the queue. */
  readonly place: number;
  readonly isLive: boolean;
  readonly trajectories: readonly StoredTrajectory[];
  readonly records: readonly (MinedCall | MarkRecord)[];
}

/** A trajectory with its calls. */
export interface MinedRun {
  readonly trajectory: StoredTrajectory;
  readonly isLive: boolean;
  readonly calls: readonly MinedCall[];
  readonly failures: readonly Failed[];
}

/** A failed call by what its signature is made of. */
interface Failed {
  readonly tool: string;
  readonly class: string;
  readonly text: string;
  readonly signature: string;
}

/** The name of a trajectory in its library: its part, and its task. */
export function trajectoryName({ sessionId, taskId }: Pick<StoredTrajectory, 'sessionId' | 'taskId'>): string {
  return `${sessionId}/${taskId}`;
}

/** The trajectories of a session with their calls, in the order in which they are stored. */
export function minedRuns(part: MinedPart): readonly MinedRun[] {
  const runs = new Map(taskRuns(part.records).map((run) => [run.taskId, run.steps]));
  return part.trajectories.map((trajectory) => ({
    trajectory,
    isLive: part.isLive,
    calls: runs.get(trajectory.taskId) ?? [],
    failures: (runs.get(trajectory.taskId) ?? []).flatMap(failureOf),
  }));
}

/** A signature can be made again from the line that was kept of the error, unless that was cut. */
function failureOf({ tool, params, error }: MinedCall): readonly Failed[] {
  if (error === null || error.class === 'cancelled') return [];
  const name = toolNames(tool, params).at(-1) ?? tool;
  const { text } = errorSignature(name, error.message);
  return signatureOf(name, error.class, text) === error.signature
    ? [{ tool: name, class: error.class, text, signature: error.signature }]
    : [];
}

/** What the offline extractor looks at, from all runs of a history. Signatures that say nearly the same are one. */
export function minedTrajectories(runs: readonly MinedRun[]): readonly MinedTrajectory[] {
  const united = unitedSignatures(runs);
  const keys = taskKeys(runs.map((run) => run.trajectory));
  return runs.map(({ trajectory, isLive, calls }, index) => ({
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
    steps: minedSteps(calls, {}, united),
  }));
}

function unitedSignatures(runs: readonly MinedRun[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Failed & { count: number }>();
  for (const failed of runs.flatMap((run) => run.failures)) {
    const known = counts.get(failed.signature) ?? { ...failed, count: 0 };
    known.count += 1;
    counts.set(failed.signature, known);
  }
  return uniteSignatures([...counts.values()]);
}
