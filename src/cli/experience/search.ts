import { EXIT, type ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { oneLine } from '../table.ts';
import { entryDocument, scoreDocument, scoreText } from './entry-document.ts';
import { type QueryFlags, queryOf } from './query-flags.ts';
import { withLibrary } from './with-library.ts';

export type SearchFlags = QueryFlags;

/** `praxis experience search QUERY`: every entry that may be retrieved, by how near it is. */
export function experienceSearch(io: CommandIo, flags: SearchFlags, ...words: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const found = await library.search(queryOf(flags, words));
    const { candidates, belowFloor, simFloor, encoderId } = found;
    for (const { entry, score } of found.found) {
      const isBelow = score.similarity < simFloor && !score.signature;
      io.stdout(
        flags.json
          ? `${JSON.stringify({ ...entryDocument(entry), score: { ...scoreDocument(score), belowFloor: isBelow } })}\n`
          : `${entry.id}  ${oneLine(entry.text, 240)}\n      ${scoreText(score)}${isBelow ? '; too far to be given to a task' : ''}\n`,
      );
    }
    const summary = { candidates, belowFloor, withheld: 0, encoderId };
    if (flags.json) io.stdout(`${JSON.stringify({ summary })}\n`);
    else io.stderr(`compared: ${candidates}; too far to be given to a task: ${belowFloor ?? 'not counted'}\n`);
    return EXIT.ok;
  });
}
