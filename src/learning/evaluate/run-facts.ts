import type { MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import type { EvaluationRun } from './evaluation-run.ts';

/** What a side of an evaluation has to go by. */
export interface RunFacts {
  readonly runs: number;
  readonly tasks: number;
  /** Null where no record names one. */
  readonly users: number | null;
  readonly configurations: number;
  readonly calls: number;
  /** Runs whose result is known: by a verifier, else by the user. */
  readonly judged: number;
  /** Mean of these results; null for none. */
  readonly success: number | null;
  /** Attempts of one configuration at one task; those of more than one run, and those of them with different results. */
  readonly strata: number;
  readonly repeated: number;
  readonly mixed: number;
}

/** Counts the runs of a side. */
export function runFacts(trajectories: readonly MinedTrajectory[], runs: readonly EvaluationRun[]): RunFacts {
  const strata = new Map<string, { n: number; readonly results: Set<number> }>();
  const results: number[] = [];
  for (const { taskKey, agentConfigId, id, outcome, acceptance } of trajectories) {
    const key = JSON.stringify(taskKey === null ? [id] : [taskKey, agentConfigId]);
    const known = strata.get(key) ?? { n: 0, results: new Set<number>() };
    strata.set(key, known);
    known.n++;
    const result = outcome ?? acceptance;
    if (result === null) continue;
    known.results.add(result);
    results.push(result);
  }
  const users = new Set(runs.flatMap((one) => (one.userHash === null ? [] : [one.userHash])));
  const all = [...strata.values()];
  return {
    runs: trajectories.length,
    tasks: new Set(trajectories.map((one) => one.taskKey ?? one.id)).size,
    users: users.size === 0 ? null : users.size,
    configurations: new Set(trajectories.map((one) => one.agentConfigId)).size,
    calls: trajectories.reduce((sum, one) => sum + one.steps.length, 0),
    judged: results.length,
    success: results.length === 0 ? null : results.reduce((sum, one) => sum + one, 0) / results.length,
    strata: all.length,
    repeated: all.filter((one) => one.n > 1).length,
    mixed: all.filter((one) => one.results.size > 1).length,
  };
}
