import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { EntryView } from '../../praxis/library/entry-view.ts';
import type { Changed } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { fixed, oneLine } from '../table.ts';
import { entryDocument, standingOf } from './entry-document.ts';

/** How changes are told. */
export interface ToldChanges {
  readonly json: boolean;
  /** They may be of the user's library, whose questions are asked with a flag of their own. */
  readonly user?: boolean;
}

/** Tells what a change came to: a document a change, or a line. `done` says it in one word, such as `added`. */
export function showChanges(
  io: CommandIo,
  { json, user = false }: ToldChanges,
  done: string,
  changes: readonly Changed[],
): ExitCode {
  for (const changed of changes)
    io.stdout(json ? `${JSON.stringify(changeDocument(changed))}\n` : inWords(done, changed, user));
  return EXIT.ok;
}

function changeDocument({ batch, version, entry, others, asked }: Changed): object {
  return {
    batch,
    version,
    entry: entry === null ? null : entryDocument(entry),
    ...(others.length === 0 ? {} : { others: others.map(entryDocument) }),
    ...(asked.length === 0 ? {} : { review: asked.map(({ id }) => id) }),
  };
}

function inWords(done: string, { entry, isChanged, others, asked }: Changed, isUser: boolean): string {
  const lines = [
    ...(entry === null ? [] : [`${isChanged ? done : 'unchanged'} ${entryLine(entry)}`]),
    ...others.map((other) => `with it ${entryLine(other)}`),
    ...asked.map(
      ({ id, detail }) =>
        `${id} waits for your word: ${oneLine(detail, 160)}; praxis experience review${isUser ? ' --user' : ''}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function entryLine(entry: EntryView): string {
  return `${entry.id} (${standingOf(entry)}, c ${fixed(entry.c)}): ${oneLine(entry.text, 240)}`;
}
