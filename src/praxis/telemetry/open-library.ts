import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { PraxisError } from '../../base/errors.ts';
import { systemClock } from '../../host/clock.ts';
import { type Environment, readEnvironment } from '../../host/environment.ts';
import { lastLibrary } from '../../host/last-library.ts';
import { ensureLibrary, findLibrary, type LibraryLocation } from '../../host/library-location.ts';
import { systemRandom } from '../../host/random.ts';
import { spoolFolder } from '../../host/spool-folder.ts';
import { sealing } from '../../learning/sealing.ts';
import type { Sealing } from '../../learning/store.ts';
import { floorEncoder } from '../../models/floor-encoder.ts';
import { lockFile } from '../../policy/file-store/index.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../../store/sqlite/run-store.ts';
import { type DrainReport, drainSpool } from '../../telemetry/drain.ts';
import { fillRecord } from '../../telemetry/fill-record.ts';
import type { Spool } from '../../telemetry/spool.ts';
import { finishLeftBehind, hostedSessions } from '../hosted/left-behind.ts';

/** A library with its spool. The caller closes the store. */
export interface OpenLibrary {
  readonly libraryId: string;
  /** Where it lies. */
  readonly folder: string;
  readonly store: SqliteLibrary;
  readonly spool: Spool;
}

/** The library that `cwd` belongs to, or the named one, made where it is missing. */
export async function openLibrary(cwd: string, library: string | null): Promise<OpenLibrary> {
  const environment = readEnvironment();
  const workTree = realpathSync(cwd);
  const name = nameOf(environment, workTree, library);
  return opened(ensureLibrary({ home: environment.home, workTree, name }, systemRandom));
}

/** As `openLibrary`; undefined where nothing was recorded yet. A name that was asked for must be there. */
export async function findOpenLibrary(cwd: string, library: string | null): Promise<OpenLibrary | undefined> {
  const environment = readEnvironment();
  const workTree = realpathSync(cwd);
  const name = nameOf(environment, workTree, library);
  const location = findLibrary({ home: environment.home, workTree, name });
  if (location !== undefined && (existsSync(location.databasePath) || !spoolOf(location).isEmpty()))
    return opened(location);
  if (library === null) return undefined;
  throw new PraxisError('SESSION_NOT_FOUND', `there is no library named ${library}`, {
    hint: 'Libraries lie under PRAXIS_HOME/libraries; a run or a recording with --library makes one.',
  });
}

/** The named library, else that of the last run in the work tree, else the repository's own. */
function nameOf(environment: Environment, workTree: string, library: string | null): string | null {
  return library ?? environment.library ?? lastLibrary(workTree) ?? null;
}

async function opened(location: LibraryLocation): Promise<OpenLibrary> {
  const { libraryId, databasePath } = location;
  const store = await openSqliteLibrary(databasePath, { clock: systemClock, random: systemRandom, fill: fillRecord });
  return { libraryId, folder: location.folder, store, spool: spoolOf(location) };
}

function spoolOf(location: LibraryLocation): Spool {
  return spoolFolder(join(location.folder, 'spool'), lockFile);
}

/** How sessions are sealed now; those of hosts that nobody has finished yet are left to the worker. */
export function sealingNow(): Sealing {
  return sealing(floorEncoder, systemClock.nowMs(), { without: hostedSessions(readEnvironment().home) });
}

/** Takes in what waits in the spool and seals what is over, so that what is read next is whole; undefined where another process drains. */
export async function settle({ store, spool }: OpenLibrary): Promise<DrainReport | undefined> {
  const report = await drainSpool(spool, store, systemClock.nowMs);
  if (report !== undefined && report.refused > 0) warnOf(report.refused, spool.asidePath);
  await store.sealDue(sealingNow());
  finishLeftBehind(readEnvironment().home);
  return report;
}

/** Whatever command takes them in has other things to answer. */
function warnOf(lines: number, path: string): void {
  process.emitWarning(`${lines} lines that were left for the library could not be read; they are kept in ${path}`);
}
