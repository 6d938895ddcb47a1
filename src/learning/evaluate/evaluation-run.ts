import type { MinedTrajectory } from '../extract/offline/mined-trajectory.ts';

/** A run that an evaluation learns from or is held against. */
export interface EvaluationRun {
  readonly trajectory: MinedTrajectory;
  /** SHA-256 of whom the agent served, in hex; null where the records do not say. */
  readonly userHash: string | null;
}
