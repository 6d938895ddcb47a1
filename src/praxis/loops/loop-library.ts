import { realpathSync } from 'node:fs';
import type { Planner } from '../../experience/plan-batch.ts';
import type { SqliteLibrary } from '../../store/sqlite/run-store.ts';
import { openEmbedder } from '../embedder.ts';
import { LibraryPlaces } from '../library/library-at.ts';
import { LibrarySession } from '../library/library-session.ts';
import { takeOverLearning } from '../take-over.ts';
import { findOpenLibrary, settle } from '../telemetry/open-library.ts';

/** A library as loops use it: its records settled, its experiences at hand. */
export interface LoopLibrary {
  readonly libraryId: string;
  /** Where it lies. */
  readonly folder: string;
  readonly store: SqliteLibrary;
  readonly session: LibrarySession;
  /** The folder whose tools count. */
  readonly root: string;
  /** Vectors in all spaces, the newest version. */
  planner(): Promise<Planner>;
}

/**
 * Gives `body` the library that `cwd` belongs to, or the named one; undefined where nothing was recorded yet. `takesOver`: learning
 * that a dead process left goes on beside it.
 */
export async function withLoopLibrary<T>(
  cwd: string,
  library: string | null,
  body: (opened: LoopLibrary) => Promise<T>,
  { takesOver = true } = {},
): Promise<T | undefined> {
  const found = await findOpenLibrary(cwd, library);
  if (found === undefined) return undefined;
  const session = new LibrarySession(new LibraryPlaces(cwd, library), openEmbedder);
  try {
    await settle(found);
    if (takesOver) await takeOverLearning(found.folder, cwd, library);
    return await body({
      libraryId: found.libraryId,
      folder: found.folder,
      store: found.store,
      session,
      root: realpathSync(cwd),
      async planner() {
        const planner = await session.planner('r');
        await planner.vectors.settle(planner.held.store);
        await planner.held.refresh();
        return planner;
      },
    });
  } finally {
    await session.close();
    await found.store.close();
  }
}
