import { existsSync, realpathSync } from 'node:fs';
import { PraxisError } from '../base/errors.ts';
import { systemClock } from '../host/clock.ts';
import { type Environment, readEnvironment } from '../host/environment.ts';
import { lastLibrary } from '../host/last-library.ts';
import { findLibrary } from '../host/library-location.ts';
import { systemRandom } from '../host/random.ts';
import type { RunStore } from '../run/store.ts';
import { openSqliteStore } from '../store/sqlite/run-store.ts';

/**
 * The records of a library that is there: the named one, else that of the last run in the work tree, else the
 * repository's. Undefined where none was made yet. The caller closes them.
 */
export async function findRecords(
  environment: Environment,
  workTree: string,
  name: string | null,
): Promise<RunStore | undefined> {
  const library = findLibrary({ home: environment.home, workTree, name: name ?? lastLibrary(workTree) ?? null });
  if (library === undefined || !existsSync(library.databasePath)) return undefined;
  return openSqliteStore(library.databasePath, { clock: systemClock, random: systemRandom });
}

/** The records of the library that `cwd` belongs to, or of the named one; empty ones where nothing was recorded yet. */
export async function openRecords(cwd: string, library: string | null): Promise<RunStore> {
  const environment = readEnvironment();
  const found = await findRecords(environment, realpathSync(cwd), library ?? environment.library);
  if (found !== undefined) return found;
  if (library !== null) {
    throw new PraxisError('SESSION_NOT_FOUND', `there is no library named ${library}`, {
      hint: 'Libraries lie under PRAXIS_HOME/libraries; a run with --library makes one.',
    });
  }
  return openSqliteStore(':memory:', { clock: systemClock, random: systemRandom });
}
