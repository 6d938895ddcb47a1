import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { HistoryEntry } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { table } from '../table.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface HistoryFlags extends LibraryFlags {
  readonly entry?: string | undefined;
  readonly user: boolean;
  readonly all: boolean;
}

/** `praxis experience history`: the newest first. */
export function experienceHistory(io: CommandIo, flags: HistoryFlags): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const { entry } = flags;
    const scope = flags.user || entry?.startsWith('u') === true ? 'u' : 'r';
    if (entry !== undefined) await library.show(entry);
    const batches = (await library.history(scope)).filter((one) => entry === undefined || one.entries.includes(entry));
    const newestFirst = batches.filter((one) => flags.all || one.entries.length > 0).toReversed();
    if (flags.json) for (const one of newestFirst) io.stdout(`${JSON.stringify(document(one))}\n`);
    else io.stdout(table(newestFirst.map(row)));
    return EXIT.ok;
  });
}

function document({ version, batch, kind, at, entries, undoes, isUndone }: HistoryEntry): object {
  return { version, batch, kind, at, entries, ...(undoes === null ? {} : { undoes }), undone: isUndone };
}

function row({ version, batch, kind, at, entries, undoes, isUndone }: HistoryEntry): readonly string[] {
  const what =
    entries.length > 6 ? `${entries.slice(0, 6).join(' ')} and ${entries.length - 6} more` : entries.join(' ');
  const note = undoes === null ? (isUndone ? 'undone' : '') : `takes back ${undoes}`;
  return [`v${version}`, at, kind, batch, note, what];
}
