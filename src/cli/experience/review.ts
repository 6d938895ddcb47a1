import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { Changed, ExperienceLibrary, ReviewView } from '../../praxis/library/experience-library.ts';
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
  return withLibrary(io, flags, async (library) => {
    if (word === undefined) return show(io, flags, library);
    if (word !== 'accept' && word !== 'reject') throw wrongWords(`\`${word}\` is no answer`);
    if (names.length === 0) throw wrongWords(`what is to be ${word}ed is not said`);
    return answer(io, flags, library, { names: [...new Set(names)], isAccepted: word === 'accept' });
  });
}

async function show(io: CommandIo, flags: ReviewFlags, library: ExperienceLibrary): Promise<ExitCode> {
  const items = await library.review({ scope: scopeOf(flags), state: flags.all ? 'any' : 'open' });
  if (flags.json) for (const item of items) io.stdout(`${JSON.stringify(item)}\n`);
  else if (items.length === 0) io.stderr('nothing waits for your word\n');
  else io.stdout(table(items.map(row)));
  return EXIT.ok;
}

interface Answer {
  readonly names: readonly string[];
  readonly isAccepted: boolean;
}

/** All that is named is looked at before the first of it is answered. */
async function answer(
  io: CommandIo,
  flags: ReviewFlags,
  library: ExperienceLibrary,
  { names, isAccepted }: Answer,
): Promise<ExitCode> {
  const done = isAccepted ? 'accepted' : 'rejected';
  const items = names.filter((name) => /^q/.test(name));
  const entries = names.filter((name) => !/^q/.test(name));
  const known = items.length === 0 ? [] : await library.review({ scope: scopeOf(flags), state: 'any' });
  for (const name of items) checkOpen(name, known, flags);
  for (const name of entries) await library.show(name);
  const changes: Changed[] = [];
  for (const name of items) {
    const changed = await library.answer(name, isAccepted, scopeOf(flags));
    changes.push(changed);
    if (changed.entry === null && !flags.json) io.stdout(`${done} ${name}\n`);
  }
  changes.push(...(await library.changeMany(entries, { kind: isAccepted ? 'confirm' : 'retire' })));
  return showChanges(io, flags, done, changes);
}

function checkOpen(name: string, known: readonly ReviewView[], { user }: ReviewFlags): void {
  const state = known.find(({ id }) => id === name)?.state;
  if (state === 'open') return;
  const problem = state === undefined ? 'nothing waits under that name' : `it was ${state} before`;
  throw new PraxisError('ENTRY_NOT_FOUND', `${name}: ${problem}`, {
    hint: user
      ? '`praxis experience review --user` lists what waits in the library of the user.'
      : '`praxis experience review` lists what waits here, `review --user` what waits in the library of the user.',
  });
}

function scopeOf({ user }: ReviewFlags): 'u' | 'r' {
  return user ? 'u' : 'r';
}

function wrongWords(problem: string): PraxisError {
  return new PraxisError('USAGE', problem, {
    hint: 'Write `praxis experience review accept q1` or `reject q1`.',
  });
}

function row({ id, reason, state, detail, operation }: ReviewView): readonly string[] {
  const text = operation !== null && 'text' in operation ? operation.text : '';
  return [id, reason, state, oneLine(detail, 200), oneLine(text, 200)];
}
