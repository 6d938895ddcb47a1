import type { RunDoor } from '../praxis/door.ts';
import type { EVAL_DEFAULTS, evaluateLearning as EvaluateLearning } from '../praxis/eval.ts';
import type { learn as Learn } from '../praxis/learn.ts';
import type { ExperienceDoor } from '../praxis/library/door.ts';
import type { LoopDoor } from '../praxis/loops/door.ts';
import type { TelemetryDoor } from '../praxis/telemetry/door.ts';

/** Loads the rooms behind the run verbs; the only place where they are loaded. */
export async function loadRunDoor(): Promise<RunDoor> {
  const { runDoor } = await import('../praxis/open-praxis.ts');
  return runDoor;
}

/** Loads the rooms behind the verbs of the loops. */
export async function loadLoopDoor(): Promise<LoopDoor> {
  const { loopDoor } = await import('../praxis/loops/door.ts');
  return loopDoor;
}

/** Loads the rooms behind the telemetry verbs. */
export async function loadTelemetryDoor(): Promise<TelemetryDoor> {
  const { telemetryDoor } = await import('../praxis/telemetry/door.ts');
  return telemetryDoor;
}

/** Loads the rooms behind the memory of a work tree. */
export async function loadMemoryDoor(): Promise<typeof import('../praxis/memory.ts')> {
  return import('../praxis/memory.ts');
}

/** Loads the rooms behind learning. */
export async function loadLearnDoor(): Promise<{ readonly learn: typeof Learn }> {
  return import('../praxis/learn.ts');
}

/** Loads the rooms behind the evaluation of learning. */
export async function loadEvalDoor(): Promise<{
  readonly evaluateLearning: typeof EvaluateLearning;
  readonly EVAL_DEFAULTS: typeof EVAL_DEFAULTS;
}> {
  return import('../praxis/eval.ts');
}

/** Loads the rooms behind the verbs of the experience library. */
export async function loadExperienceDoor(): Promise<ExperienceDoor> {
  const { experienceDoor } = await import('../praxis/library/door.ts');
  return experienceDoor;
}
