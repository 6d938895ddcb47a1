import type { Batch } from './batch.ts';
import type { BatchContext } from './draft.ts';
import type { Outcome } from './library-state.ts';
import type { ReviewItem } from './review-item.ts';
import type { BatchRequest, Commit, LibraryStamp } from './store.ts';
import type { TextVectors } from './text-vectors.ts';
import { type WishTools, wishedOf } from './wish.ts';

/** What a request is planned with. */
export interface Planner extends WishTools {
  readonly vectors: TextVectors;
}

/** What a request comes to at the newest version. */
export type Plan =
  | { readonly kind: 'commit'; readonly commit: Commit; readonly expected: LibraryStamp }
  /** All is so already, or nothing of it can be done. */
  | { readonly kind: 'nothing'; readonly outcomes: readonly Outcome[]; readonly version: number }
  /** It only closes what waited. */
  | { readonly kind: 'answer'; readonly item: ReviewItem; readonly version: number };

/** Plans a request against the newest version of a library. Throws what a person has to hear: UNDO_BLOCKED, ENTRY_NOT_FOUND. */
export async function planBatch(request: BatchRequest, planner: Planner): Promise<Plan> {
  const { held } = planner;
  await planner.vectors.settle(held.store);
  const library = await held.refresh();
  const expected = held.stamp;
  const isOfUser = held.scope === 'u';
  const epoch = library.epoch + Number(isOfUser);
  const context: BatchContext = { batch: request.id, at: request.at, epoch };
  const wished = await wishedOf(request, library, context, planner);
  if ('state' in wished) return { kind: 'answer', item: wished, version: library.version };
  const { applied, review = [], reviewed = [], relations = NO_RELATIONS } = wished;
  const { changes, uses, outcomes } = applied;
  const hasEffect = changes.length + uses.length + review.length + reviewed.length > 0;
  if (!hasEffect && !isAlwaysCommitted(request.kind)) return { kind: 'nothing', outcomes, version: library.version };
  const batch: Batch = {
    v: 1,
    id: request.id,
    kind: request.kind,
    at: request.at,
    epoch,
    undoes: wished.undoes ?? null,
    sessionId: request.sessionId,
    operations: wished.operations ?? [],
    outcomes,
    changes: request.kind === 'purge' ? changes.map(forgotten) : changes,
  };
  const vectors = await planner.vectors.ofChanges(changes);
  const commit: Commit = {
    batch,
    uses,
    nextId: applied.next.nextId,
    vectors,
    review,
    reviewed,
    relations: { ...relations, replaced: [] },
    advancesEpoch: isOfUser,
  };
  return { kind: 'commit', commit, expected };
}

const NO_RELATIONS = { added: [], dropped: [] };

/** A purge does not keep what it takes out. */
function forgotten(change: Batch['changes'][number]): Batch['changes'][number] {
  return change.after === null ? { ...change, before: null } : change;
}

/** A job, and the undo of one, is a batch even where it changes nothing: that it was done has to be known. */
function isAlwaysCommitted(kind: Batch['kind']): boolean {
  return kind === 'learn' || kind === 'maintain' || kind === 'import' || kind === 'undo';
}
