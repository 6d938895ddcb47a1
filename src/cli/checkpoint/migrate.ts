import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { loadNamedObject } from '../../policy/contract-command/index.ts';
import { createCheckpointFile } from '../../policy/file-store/create-checkpoint-file.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import { type GoalStart, migrate } from '../../policy/index.ts';
import type { CommandIo } from '../io.ts';
import { fileProblem } from '../policy/file-problem.ts';
import { reportGoal } from './changed-report.ts';
import { checkpointIn, goalPolicyIn, humanKeys } from './named-documents.ts';

export interface MigrateCheckpointFlags {
  readonly checkpoint: string;
  /** Default `policy.json`. */
  readonly policy?: string | undefined;
  /** A file with goal_id and next_step; in its place both flags. */
  readonly metadata?: string | undefined;
  readonly goalId?: string | undefined;
  readonly nextStep?: string | undefined;
  readonly output: string;
  readonly json: boolean;
}

/** `praxis checkpoint migrate`: makes a goal of a task checkpoint v1, in a new file. The source is never written. */
export async function migrateCheckpointVerb(flags: MigrateCheckpointFlags, io: CommandIo): Promise<ExitCode> {
  const policy = goalPolicyIn(flags.policy ?? 'policy.json', io);
  const start = startOf(flags, io);
  const source = checkpointIn(flags.checkpoint, io);
  const migrated = migrate(source.checkpoint.document, policy, start, humanKeys(io));
  if (migrated.kind === 'refused') {
    if (/^(?:goal_id|next_step): /.test(migrated.message)) throw wrong(migrated.message);
    const hint =
      source.kind === 'goal-checkpoint'
        ? 'Nothing was written. The checkpoint is a goal already.'
        : 'Nothing was written. A goal is made of a task checkpoint v1 that its policy can evaluate.';
    throw new PraxisError('CHECKPOINT_REFUSED', `${flags.checkpoint}: ${migrated.message}`, { hint });
  }
  const { document } = migrated.value;
  const { sha256 } = await createCheckpointFile(resolve(io.cwd, flags.output), document, { change: 'migrate' });
  reportGoal(migrated.value, { path: flags.output, sha256 }, flags.json, io);
  return EXIT.ok;
}

function startOf({ metadata, goalId, nextStep }: MigrateCheckpointFlags, io: CommandIo): GoalStart {
  if (metadata === undefined) {
    if (goalId !== undefined && nextStep !== undefined) return { goalId, nextStep };
    throw wrong('say how the goal begins: --goal-id and --next-step, or a file with --metadata');
  }
  if (goalId !== undefined || nextStep !== undefined)
    throw wrong('--metadata stands in place of --goal-id and --next-step');
  const read = loadNamedObject(metadata, fileReader(io.cwd));
  if (read.kind === 'refused') throw wrong(fileProblem(read.message, null, 'metadata') ?? read.message);
  const [id, next] = [read.value.get('goal_id'), read.value.get('next_step')];
  if (read.value.size !== 2 || typeof id !== 'string' || typeof next !== 'string')
    throw wrong(`${metadata}: migration metadata requires goal_id and next_step only`);
  return { goalId: id, nextStep: next };
}

function wrong(message: string): PraxisError {
  return new PraxisError('USAGE', message, { hint: '`praxis checkpoint migrate --help` shows how it is used.' });
}
