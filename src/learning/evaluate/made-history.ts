import type { MinedStep, MinedTrajectory } from '../extract/offline/mined-trajectory.ts';

/** A call that succeeded, unless told otherwise. */
export function call(tool: string, members: Partial<MinedStep> = {}): MinedStep {
  return { tool, params: {}, ok: true, sig: null, errorClass: null, ...members };
}

/** A call that failed and is known by its signature, `sig-<tool>` unless told otherwise. */
export function failure(tool: string, members: Partial<MinedStep> = {}): MinedStep {
  return call(tool, { ok: false, sig: `sig-${tool}`, errorClass: 'not_found', ...members });
}

/** What is told of a made trajectory; the rest is as of any other. */
export type Told = Partial<MinedTrajectory> & Pick<MinedTrajectory, 'steps'>;

/** Trajectories with what they are told, in order of their ends: each of a session of its own, live, of one configuration. */
export function mined(all: readonly Told[]): readonly MinedTrajectory[] {
  return all.map((one, index) => ({
    id: `t${String(index).padStart(5, '0')}`,
    sessionId: `s${index}`,
    taskKey: 'task',
    agentConfigId: 'config',
    endedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    outcome: null,
    acceptance: null,
    reward: one.outcome ?? 0.5,
    domain: 'other',
    isLive: true,
    ...one,
  }));
}

/** So many tasks of runs each. */
export function tasks(count: number, runsOf: (task: number) => readonly Told[]): readonly MinedTrajectory[] {
  return mined(
    Array.from({ length: count }, (_, task) => runsOf(task).map((one) => ({ taskKey: `task-${task}`, ...one }))).flat(),
  );
}
