import type { ExperienceLibrary } from '../../praxis/library/experience-library.ts';
import type { CommandIo } from '../io.ts';
import { loadExperienceDoor } from '../load-door.ts';

/** The flag that every verb of the library has. */
export interface LibraryFlags {
  readonly library?: string | undefined;
  readonly json: boolean;
}

/** Opens the library for one verb and closes it whatever comes. */
export async function withLibrary<T>(
  io: CommandIo,
  flags: Pick<LibraryFlags, 'library'>,
  body: (library: ExperienceLibrary) => Promise<T>,
): Promise<T> {
  const door = await loadExperienceDoor();
  const library = await door.openLibrary({ cwd: io.cwd, library: flags.library ?? null });
  try {
    return await body(library);
  } finally {
    await library.close();
  }
}
