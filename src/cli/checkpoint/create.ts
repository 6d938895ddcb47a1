import { resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import { isoTime } from '../../base/clock.ts';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { ExactJson, ExactObject } from '../../base/exact-json.ts';
import { systemClock } from '../../host/clock.ts';
import { createCheckpointFile } from '../../policy/file-store/create-checkpoint-file.ts';
import {
  createCheckpoint,
  createGoal,
  refreshTotals,
  USAGE_NAMES,
  validateCheckpoint,
  withCheckpointFields,
} from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';

export interface CreateCheckpointFlags {
  readonly output: string;
  readonly taskId: string;
  readonly parentId?: string | undefined;
  /** With it a goal checkpoint v2 is made, else a task checkpoint v1. */
  readonly goalId?: string | undefined;
  readonly nextStep?: string | undefined;
  readonly json: boolean;
}

/** `praxis checkpoint create`: a checkpoint at zero, in a file that must not be there yet. */
export async function createCheckpointVerb(flags: CreateCheckpointFlags, io: CommandIo): Promise<ExitCode> {
  const document = documentFor(flags);
  const { sha256 } = await createCheckpointFile(resolve(io.cwd, flags.output), document, { change: 'create' });
  const version = flags.goalId === undefined ? 1n : 2n;
  if (flags.json) io.stdout(printedText(report(flags.output, sha256, version)));
  else io.stdout(`wrote ${flags.output}\n  sha256  ${sha256}\n`);
  return EXIT.ok;
}

function report(path: string, sha256: string, version: bigint): ExactObject {
  return new Map<string, ExactJson>([
    ['path', path],
    ['sha256', sha256],
    ['schema_version', version],
  ]);
}

function documentFor({ taskId, parentId, goalId, nextStep }: CreateCheckpointFlags): ExactObject {
  const task = createCheckpoint({ taskId, parentId: parentId ?? null, updatedAt: isoTime(systemClock.nowMs()) });
  const checked = validateCheckpoint(task);
  if (checked.kind === 'refused') throw wrong(checked.message);
  if (goalId === undefined && nextStep === undefined) return task;
  if (goalId === undefined || nextStep === undefined) throw wrong('a goal needs both --goal-id and --next-step');
  const goal = createGoal(task, { goalId, nextStep });
  if (goal.kind === 'refused') throw wrong(goal.message);
  return knownUsage(goal.value.document);
}

/** Nothing was spent yet, which is known of a goal that begins at zero; unknown usage would stop at every limit on it. */
function knownUsage(goal: ExactObject): ExactObject {
  const usage = new Map(USAGE_NAMES.map((name) => [name, 0n]));
  const refreshed = refreshTotals(withCheckpointFields(goal, { usage }));
  if (refreshed.kind === 'refused') throw wrong(refreshed.message);
  return refreshed.value;
}

function wrong(message: string): PraxisError {
  return new PraxisError('USAGE', message, { hint: '`praxis checkpoint create --help` shows how it is used.' });
}
