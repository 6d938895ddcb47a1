import { EXIT, type ExitCode, PraxisError } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
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
    io.stdout(flags.json ? `${JSON.stringify(undone)}\n` : `undone ${undone.undone} by ${undone.batch}\n`);
    return EXIT.ok;
  });
}
