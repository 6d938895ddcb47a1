import { isNeutral } from '../../telemetry/tool-name.ts';
import { Generator } from '../extract/offline/generator.ts';
import type { MinedTrajectory } from '../extract/offline/mined-trajectory.ts';

/** Runs whose calls are those of another run, while the results stay in their place: nothing is left to find. */
export function exchangedSteps(trajectories: readonly MinedTrajectory[], seed: string): readonly MinedTrajectory[] {
  const draw = new Generator(`steps ${seed}`);
  const left = trajectories.map((one) => one.steps);
  return trajectories.map((one) => ({ ...one, steps: left.splice(draw.below(left.length), 1)[0] ?? [] }));
}

/** The same runs with tools by other names, those that only think by their own. */
export function renamedTools(trajectories: readonly MinedTrajectory[]): readonly MinedTrajectory[] {
  return trajectories.map((one) => ({
    ...one,
    steps: one.steps.map((step) => (isNeutral(step.tool) ? step : { ...step, tool: `x_${step.tool}_y` })),
  }));
}
