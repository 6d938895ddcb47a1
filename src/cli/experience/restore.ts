import type { ExitCode } from '../../base/errors.ts';
import type { Changed } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export type RestoreFlags = LibraryFlags;

/** `praxis experience restore ID…`. */
export function experienceRestore(io: CommandIo, flags: RestoreFlags, ...names: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    for (const name of names) await library.show(name);
    const changes: Changed[] = [];
    for (const name of names) changes.push(await library.restore(name));
    return showChanges(io, flags.json, 'restored', changes);
  });
}
