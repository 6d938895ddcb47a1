import type { ExitCode } from '../../base/errors.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface PinFlags extends LibraryFlags {
  readonly off: boolean;
}

/** `praxis experience pin ID…`. */
export function experiencePin(io: CommandIo, flags: PinFlags, ...names: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    const changes = await library.changeMany(names, { kind: 'pin', isPinned: !flags.off });
    return showChanges(io, flags, flags.off ? 'unpinned' : 'pinned', changes);
  });
}
