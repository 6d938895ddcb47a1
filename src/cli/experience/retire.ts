import type { ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface RetireFlags extends LibraryFlags {
  readonly why?: string | undefined;
}

/** `praxis experience retire ID…`. */
export function experienceRetire(io: CommandIo, flags: RetireFlags, ...names: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const changes = await library.changeMany(names, {
      kind: 'retire',
      ...(flags.why === undefined ? {} : { why: flags.why }),
    });
    return showChanges(io, flags, 'retired', changes);
  });
}
