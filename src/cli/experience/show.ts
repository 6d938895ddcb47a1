import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { EntryDetail } from '../../praxis/library/entry-view.ts';
import type { CommandIo } from '../io.ts';
import { fixed, oneLine, table } from '../table.ts';
import { standingOf } from './entry-document.ts';
import { changeRows } from './history.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export type ShowFlags = LibraryFlags;

/** `praxis experience show ID`. */
export function experienceShow(io: CommandIo, flags: ShowFlags, name: string): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const entry = await library.show(name);
    const batches = (await library.history(name.startsWith('u') ? 'u' : 'r')).filter((one) =>
      one.entries.includes(entry.id),
    );
    if (flags.json) io.stdout(`${JSON.stringify({ ...entry, batches })}\n`);
    else io.stdout(entryText(entry) + table(changeRows(batches), '  '));
    return EXIT.ok;
  });
}

/** All that is known of an entry, in words. */
export function entryText(entry: EntryDetail): string {
  const { counters, evidence } = entry;
  const judged = `${counters.improved} better, ${counters.notImproved} worse than without it`;
  const rows: readonly (readonly string[])[] = [
    ['entry', `${entry.id}  ${entry.text}`],
    ['type', `${entry.type}, domain ${entry.domain}`],
    ['status', standingOf(entry)],
    ['confidence', `${fixed(entry.c)}; ${judged}`],
    [
      'uses',
      `${entry.u}; given ${counters.injected} times, applicable ${counters.applicable}, followed ${counters.followed}`,
    ],
    ['origin', `${entry.origin}, in epoch ${entry.k}`],
    ['evidence', evidenceText(evidence)],
    ...evidence.trajectoryIds.map((id) => ['', id]),
    ...(entry.rule === null ? [] : [['rule', JSON.stringify(entry.rule)]]),
    ...(entry.failureMode === null
      ? []
      : [['failure', `${entry.failureMode.errorClass} ${entry.failureMode.signature}`]]),
    ...(entry.rival === null ? [] : [['rival', entry.rival]]),
    ...(entry.mergedInto === null ? [] : [['merged', `into ${entry.mergedInto}`]]),
    ...entry.history.map((one) => ['before', `${oneLine(one.text, 240)} (until ${one.at})`]),
  ];
  return table(rows);
}

function evidenceText({ trajectories, groups, effect, strength }: EntryDetail['evidence']): string {
  if (trajectories === 0) return 'a word of the user';
  const parts = [`${trajectories} trajectories in ${groups} groups`];
  if (effect !== null) parts.push(`effect ${fixed(effect)}`);
  if (strength !== null) parts.push(`strength ${fixed(strength)}`);
  return parts.join(', ');
}
