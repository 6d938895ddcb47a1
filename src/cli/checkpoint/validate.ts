import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import { type ExactJson, exactFromPlain } from '../../base/exact-json.ts';
import { invalidDocument, loadNamedCheckpoint, validDocument } from '../../policy/contract-command/index.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import type { Refused } from '../../policy/index.ts';
import { reportFailure } from '../failure.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { checkpointProblem } from './named-documents.ts';

export interface ValidateCheckpointFlags {
  readonly checkpoint: string;
  /** Lists everything that is wrong, not the first alone. */
  readonly all: boolean;
  readonly json: boolean;
}

/** `praxis checkpoint validate`: exit 0 for a valid checkpoint, 2 for any other. `--json` prints the contract's document, with more in it. */
export async function validateCheckpointVerb(flags: ValidateCheckpointFlags, io: CommandIo): Promise<ExitCode> {
  const path = flags.checkpoint;
  const result = loadNamedCheckpoint(path, fileReader(io.cwd));
  if (result.kind === 'refused') return refused(flags, result, io);
  const { taskId } = result.kind === 'checkpoint' ? result.checkpoint : result.checkpoint.task;
  const version = result.kind === 'checkpoint' ? 1n : 2n;
  if (flags.json) {
    const members = [
      ['task_id', taskId],
      ['checkpoint_version', version],
    ] as const;
    io.stdout(printedText(validDocument('checkpoint', path, members)));
  } else {
    const what = version === 1n ? 'task checkpoint v1' : 'goal checkpoint v2';
    io.stdout(`${path} is a valid ${what} of ${oneLine(taskId, 200)}\n`);
  }
  return EXIT.ok;
}

function refused(flags: ValidateCheckpointFlags, result: Refused, io: CommandIo): ExitCode {
  const error = checkpointProblem(flags.checkpoint, result);
  if (flags.json) {
    const document = new Map(invalidDocument('checkpoint', flags.checkpoint, result.message));
    document.set('error', exactFromPlain({ ...error.toDocument().error }));
    if (flags.all) document.set('problems', result.problems.map(problemDocument));
    io.stdout(printedText(document));
  }
  const exit = reportFailure(io, error, false);
  if (flags.all)
    for (const { path, message } of result.problems)
      io.stderr(`  ${path.length === 0 ? '' : `${path.join('.')}: `}${oneLine(message, 400)}\n`);
  return exit;
}

function problemDocument({ path, message }: Refused['problems'][number]): ExactJson {
  return new Map<string, ExactJson>([
    ['path', path.map((part) => (typeof part === 'number' ? BigInt(part) : part))],
    ['message', message],
  ]);
}
