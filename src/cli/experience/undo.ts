import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { someOf } from './history.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface UndoFlags extends LibraryFlags {
  readonly last: boolean;
  readonly user: boolean;
}

/** `praxis experience undo [BATCH]`. */
export function experienceUndo(io: CommandIo, flags: UndoFlags, batch?: string): Promise<ExitCode> {
  if (flags.last && batch !== undefined)
    throw new PraxisError('USAGE', '--last and a batch say two things', { hint: 'Give one of them.' });
  return withLibrary(io, flags, async (library) => {
    const undone = await library.undo(batch ?? null, flags.user ? 'u' : 'r');
    const what = undone.entries.length === 0 ? '' : ` of ${someOf(undone.entries)}`;
    const words = `undone ${undone.kind}${what}, ${undone.undone}, by ${undone.batch}\n`;
    io.stdout(flags.json ? `${JSON.stringify(undone)}\n` : words);
    return EXIT.ok;
  });
}
