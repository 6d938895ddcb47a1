import { existsSync, realpathSync } from 'node:fs';
import { PraxisError } from '../../base/errors.ts';
import { contradicts } from '../../experience/contradiction.ts';
import { isDuplicate } from '../../experience/duplicate.ts';
import type { EncoderTraits } from '../../experience/encoder.ts';
import { HeldLibrary } from '../../experience/held-library.ts';
import type { LibraryScope } from '../../experience/library-index.ts';
import type { EntryJudge } from '../../experience/retrieve.ts';
import { ScanIndex } from '../../experience/vector-index/scan-index.ts';
import { systemClock } from '../../host/clock.ts';
import { type Environment, readEnvironment } from '../../host/environment.ts';
import { lastLibrary } from '../../host/last-library.ts';
import { ensureLibrary, findLibrary, USER_LIBRARY } from '../../host/library-location.ts';
import { systemRandom } from '../../host/random.ts';
import { systemSays } from '../../host/system-error.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../../store/sqlite/run-store.ts';
import { fillRecord } from '../../telemetry/fill-record.ts';

/** An open database with the library it holds. */
export interface OpenHeld {
  readonly held: HeldLibrary;
  readonly database: SqliteLibrary;
  /** Where it lies; null in memory. */
  readonly folder: string | null;
}

/** Where the libraries of a command lie. */
export class LibraryPlaces {
  readonly environment: Environment = readEnvironment();
  readonly #workTree: string;
  readonly #name: string | null;

  constructor(cwd: string, library: string | null) {
    this.#workTree = realFolder(cwd);
    this.#name = library ?? this.environment.library ?? lastLibrary(this.#workTree) ?? null;
  }

  /** Opens the library of a scope, made where it is missing and `isMade`; undefined where there is none. */
  async open(scope: LibraryScope, isMade: boolean): Promise<OpenHeld | undefined> {
    const request = {
      home: this.environment.home,
      workTree: this.#workTree,
      name: scope === 'u' ? USER_LIBRARY : this.#name,
    };
    const location = isMade ? ensureLibrary(request, systemRandom) : findLibrary(request);
    if (location === undefined || (!isMade && !existsSync(location.databasePath))) return undefined;
    return openHeld(scope, location.databasePath, location.folder);
  }

  /** Whether the library in use is that of the user itself: nothing lies beneath it then. */
  get isUserLibrary(): boolean {
    return this.#name === USER_LIBRARY;
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new PraxisError('USAGE', `the folder ${path} cannot be worked in: ${systemSays(error)}`, {
      hint: 'Name a folder that is there.',
      cause: error,
    });
  }
}

/** Stands for the library of a repository that has none yet. */
export function openInMemory(): Promise<OpenHeld> {
  return openHeld('r', ':memory:', null);
}

async function openHeld(scope: LibraryScope, path: string, folder: string | null): Promise<OpenHeld> {
  const database = await openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: fillRecord });
  const held = new HeldLibrary(scope, database.experience, ({ id, dims }) => new ScanIndex(id, dims));
  return { held, database, folder };
}

/** How entries of a library stand to each other, by the thresholds of the encoder that compares them. */
export function judgeBy({ dupAt }: Pick<EncoderTraits, 'dupAt'>): EntryJudge {
  return { contradicts, isDuplicate: (a, b, cosine) => isDuplicate(a, b, cosine, dupAt) };
}
