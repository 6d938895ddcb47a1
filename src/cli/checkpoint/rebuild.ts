import { resolve } from 'node:path';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import { createCheckpointFile } from '../../policy/file-store/create-checkpoint-file.ts';
import { readJournalFile } from '../../policy/file-store/journal-file.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { besideJournal } from './beside-journal.ts';

export interface RebuildCheckpointFlags {
  /** The checkpoint that the journal stands beside; it need not be there. */
  readonly checkpoint: string;
  readonly output: string;
  readonly json: boolean;
}

/** `praxis checkpoint rebuild`: makes a lost or damaged checkpoint of its journal, byte for byte, in a new file. */
export async function rebuildCheckpointVerb(flags: RebuildCheckpointFlags, io: CommandIo): Promise<ExitCode> {
  const { last } = readJournalFile(resolve(io.cwd, flags.checkpoint));
  if (last === null)
    throw new PraxisError('CHECKPOINT_IO', `${flags.checkpoint} keeps no journal`, {
      hint: 'A journal is begun by `praxis checkpoint create` or `migrate`, and by `checkpoints.create` of the library.',
    });
  const { differs, sha256: standing } = besideJournal(resolve(io.cwd, flags.checkpoint), last.sha256);
  if (standing !== null && differs !== null) io.stderr(`warning: ${oneLine(flags.checkpoint, 400)} ${differs}\n`);
  const { sha256 } = await createCheckpointFile(resolve(io.cwd, flags.output), last.document);
  if (flags.json) io.stdout(`${JSON.stringify({ path: flags.output, sha256 })}\n`);
  else io.stdout(`wrote ${flags.output}\n  sha256  ${sha256}\n`);
  return EXIT.ok;
}
