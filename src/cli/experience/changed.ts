import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { Changed } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { fixed, oneLine } from '../table.ts';
import { entryDocument, standingOf } from './entry-document.ts';

/** Tells what a change came to: a document a change, or a line. `done` says it in one word, such as `added`. */
export function showChanges(io: CommandIo, isJson: boolean, done: string, changes: readonly Changed[]): ExitCode {
  for (const changed of changes)
    io.stdout(isJson ? `${JSON.stringify(changeDocument(changed))}\n` : inWords(done, changed));
  return EXIT.ok;
}

function changeDocument({ batch, version, entry, asked }: Changed): object {
  return {
    batch,
    version,
    entry: entry === null ? null : entryDocument(entry),
    ...(asked.length === 0 ? {} : { review: asked }),
  };
}

function inWords(done: string, { batch, entry, asked }: Changed): string {
  const what =
    entry === null ? '' : ` ${entry.id} (${standingOf(entry)}, c ${fixed(entry.c)}): ${oneLine(entry.text, 240)}`;
  const head = entry === null ? '' : `${batch === null ? 'unchanged' : done}${what}\n`;
  const held = asked.map((id) => `${id} waits for your word: praxis experience review\n`).join('');
  return `${head}${held}`;
}
