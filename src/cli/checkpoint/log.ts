import { resolve } from 'node:path';
import { printedText } from '../../base/canonical-json.ts';
import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import type { JournalEntry } from '../../policy/checkpoint-journal.ts';
import { readJournalFile } from '../../policy/file-store/journal-file.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';
import { besideJournal } from './beside-journal.ts';

export interface LogCheckpointFlags {
  readonly json: boolean;
}

/** `praxis checkpoint log`: every change that the journal of a checkpoint tells of, oldest first. */
export async function logCheckpointVerb(io: CommandIo, flags: LogCheckpointFlags, path: string): Promise<ExitCode> {
  const { entries } = readJournalFile(resolve(io.cwd, path));
  const { sha256, differs } = besideJournal(resolve(io.cwd, path), entries.at(-1)?.afterSha256 ?? null);
  if (entries.length === 0 && sha256 === null)
    throw new PraxisError('CHECKPOINT_IO', `there is no checkpoint at ${path}, and no journal of one`, {
      hint: 'See that the path is right.',
    });
  if (flags.json) io.stdout(printedText(asReport(entries, sha256, differs)));
  else io.stdout(entries.length === 0 ? `${path} keeps no journal\n` : inWords(entries));
  if (differs !== null) io.stderr(`warning: ${oneLine(path, 400)} ${differs}\n`);
  return EXIT.ok;
}

function asReport(entries: readonly JournalEntry[], sha256: string | null, differs: string | null): ExactJson {
  return new Map<string, ExactJson>([
    ['changes', entries.map(asDocument)],
    ['file_sha256', sha256],
    ['file_is_last_change', entries.length > 0 && differs === null],
  ]);
}

function asDocument({ change, beforeSha256, afterSha256, steps }: JournalEntry): ExactJson {
  return new Map<string, ExactJson>([
    ['change', change],
    ['before_sha256', beforeSha256],
    ['after_sha256', afterSha256],
    ['steps', steps === null ? null : BigInt(steps)],
  ]);
}

function inWords(entries: readonly JournalEntry[]): string {
  const rows = entries.map(({ change, beforeSha256, afterSha256, steps }, i) => [
    change,
    afterSha256.slice(0, 12),
    steps === null ? wholeBecause(beforeSha256, i) : `${steps} places`,
  ]);
  return table([['change', 'sha256', ''], ...rows], '  ');
}

function wholeBecause(beforeSha256: string | null, index: number): string {
  if (beforeSha256 === null) return index === 0 ? 'begun' : 'begun anew';
  return 'told whole: another program wrote the file before it';
}
