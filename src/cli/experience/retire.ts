import type { ExitCode } from '../../base/errors.ts';
import type { Changed } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface RetireFlags extends LibraryFlags {
  readonly why?: string | undefined;
}

/** `praxis experience retire ID…`. */
export function experienceRetire(io: CommandIo, flags: RetireFlags, ...names: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    for (const name of names) await library.show(name);
    const changes: Changed[] = [];
    for (const name of names) changes.push(await library.retire(name, flags.why));
    return showChanges(io, flags.json, 'retired', changes);
  });
}
