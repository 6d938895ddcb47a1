import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { ReviewView } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { oneLine, table } from '../table.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface ReviewFlags extends LibraryFlags {
  readonly all: boolean;
  readonly user: boolean;
}

/** `praxis experience review [accept|reject ID…]`. */
export function experienceReview(io: CommandIo, flags: ReviewFlags, ...words: string[]): Promise<ExitCode> {
  const [word, ...names] = words;
  const scope = flags.user ? 'u' : 'r';
  return withLibrary(io, flags, async (library) => {
    if (word === undefined) {
      const items = await library.review({ scope, ...(flags.all ? {} : { state: 'open' }) });
      if (flags.json) for (const item of items) io.stdout(`${JSON.stringify(item)}\n`);
      else if (items.length === 0) io.stderr('nothing waits for your word\n');
      else io.stdout(table(items.map(row)));
      return EXIT.ok;
    }
    if ((word !== 'accept' && word !== 'reject') || names.length === 0) throw wrongWords(word);
    const isAccepted = word === 'accept';
    const changes = [];
    for (const name of names) {
      if (/^q/.test(name)) changes.push(await library.answer(name, isAccepted, scope));
      else changes.push(await (isAccepted ? library.confirm(name) : library.retire(name)));
    }
    return showChanges(io, flags.json, isAccepted ? 'accepted' : 'rejected', changes);
  });
}

function wrongWords(word: string): PraxisError {
  return new PraxisError('USAGE', `\`${word}\` is no answer, or says of nothing`, {
    hint: 'Write `praxis experience review accept q1` or `reject q1`.',
  });
}

function row({ id, reason, state, detail, operation }: ReviewView): readonly string[] {
  const text = operation !== null && 'text' in operation ? operation.text : '';
  return [id, reason, state, oneLine(detail, 120), oneLine(text, 200)];
}
