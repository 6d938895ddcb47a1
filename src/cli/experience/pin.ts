import type { ExitCode } from '../../base/errors.ts';
import type { Changed } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { showChanges } from './changed.ts';
import { type LibraryFlags, withLibrary } from './with-library.ts';

export interface PinFlags extends LibraryFlags {
  readonly off: boolean;
}

/** `praxis experience pin ID…`. */
export function experiencePin(io: CommandIo, flags: PinFlags, ...names: string[]): Promise<ExitCode> {
  return withLibrary(io, flags, async (library) => {
    for (const name of names) await library.show(name);
    const changes: Changed[] = [];
    for (const name of names) changes.push(await library.pin(name, !flags.off));
    return showChanges(io, flags.json, flags.off ? 'unpinned' : 'pinned', changes);
  });
}
