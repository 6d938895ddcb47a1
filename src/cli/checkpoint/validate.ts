import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode } from '../../base/errors.ts';
import { loadNamedCheckpoint, validDocument } from '../../policy/contract-command/index.ts';
import { fileReader } from '../../policy/file-store/index.ts';
import { reportInvalid } from '../invalid-document.ts';
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
  if (result.kind === 'refused')
    return reportInvalid({ kind: 'checkpoint', path, result, error: checkpointProblem(path, result) }, flags, io);
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
