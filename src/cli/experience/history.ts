import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { HistoryEntry } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';
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
    else if (newestFirst.length > 0) io.stdout(table(newestFirst.map(row)));
    else io.stderr('nothing has changed here yet\n');
    return EXIT.ok;
  });
}

function document({ version, batch, kind, at, entries, undoes, isUndone, why }: HistoryEntry): object {
  return { version, batch, kind, at, entries, ...(undoes === null ? {} : { undoes }), undone: isUndone, why };
}

function row({ version, batch, kind, at, entries, undoes, isUndone, why }: HistoryEntry): readonly string[] {
  const note = undoes === null ? (isUndone ? 'undone' : '') : `takes back ${undoes}`;
  return [`v${version}`, at, kind, batch, note, someOf(entries), why === null ? '' : oneLine(why, 120)];
}

/** The batches that changed an entry, as `show` and `explain` tell them. */
export function changeRows(batches: readonly HistoryEntry[]): readonly (readonly string[])[] {
  return batches.map(({ at, kind, batch, isUndone, why }) => [
    at,
    kind,
    batch,
    isUndone ? 'undone' : '',
    why === null ? '' : oneLine(why, 120),
  ]);
}

/** Names, the first of many. */
export function someOf(names: readonly string[]): string {
  return names.length > 6 ? `${names.slice(0, 6).join(' ')} and ${names.length - 6} more` : names.join(' ');
}
