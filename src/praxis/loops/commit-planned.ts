import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import type { BatchKind } from '../../experience/batch.ts';
import type { LibraryState } from '../../experience/library-state.ts';
import type { Operation } from '../../experience/operation.ts';
import { type Planner, planBatch } from '../../experience/plan-batch.ts';
import type { Commit, CommitResult, LibraryStamp } from '../../experience/store.ts';
import { systemClock } from '../../host/clock.ts';

/** Operations that hold for the version of a library they were made from, with what goes with them. */
interface VersionedPlan<Extra> {
  readonly operations: readonly Operation[];
  readonly extra: Extra;
}

interface PlannedCommit<Extra> {
  /** Of the batch; the same id is applied once. */
  readonly id: string;
  readonly kind: BatchKind;
  plan(library: LibraryState): Promise<VersionedPlan<Extra>>;
  commit(commit: Commit, expected: LibraryStamp, extra: Extra): Promise<CommitResult>;
}

const MAX_TRIES = 20;

/**
 * Makes operations from the newest version of a library and commits them to that very version, anew where another was faster.
 * Null where there is nothing to do. STORE_BUSY where others are always faster.
 */
export async function commitPlanned<Extra>(
  planner: Planner,
  { id, kind, plan, commit }: PlannedCommit<Extra>,
): Promise<{ readonly batch: string | null; readonly version: number; readonly extra: Extra }> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const library = await planner.held.refresh();
    const { operations, extra } = await plan(library);
    if (operations.length === 0) return { batch: null, version: library.version, extra };
    const at = isoTime(systemClock.nowMs());
    const wish = { kind: 'operations', operations, review: [] } as const;
    const planned = await planBatch({ v: 1, id, kind, at, sessionId: null, wish }, planner);
    if (planned.kind !== 'commit') return { batch: null, version: library.version, extra };
    if (planned.expected.version !== library.version) continue;
    if ((await commit(planned.commit, planned.expected, extra)) !== 'moved')
      return { batch: id, version: library.version + 1, extra };
  }
  throw new PraxisError('STORE_BUSY', 'others write to the library all the time', {
    hint: 'Nothing was changed. Try again in a while.',
  });
}
