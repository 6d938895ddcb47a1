import type { ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export type RestoreFlags = LibraryFlags;

/** `praxis experience restore ID…`. */
export function experienceRestore(io: CommandIo, flags: RestoreFlags, ...names: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const changes = await library.changeMany(names, { kind: 'restore' });
    return showChanges(io, flags, 'restored', changes);
  });
}
