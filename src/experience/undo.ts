import type { AppliedBatch, BatchHeader } from './batch.ts';
import { type Applied, type BatchContext, Draft } from './draft.ts';
import type { Entry } from './entry.ts';
import { NO_COUNTERS } from './evidence.ts';
import { checkInvariants } from './invariants.ts';
import type { EntryChange, LibraryState, StoredBody } from './library-state.ts';
import { sameJson } from './same-json.ts';

/** Which batch an undo takes back, or why none. */
type UndoChoice =
  | { readonly kind: 'chosen'; readonly batch: BatchHeader }
  /** Every batch is undone, or there is none. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' }
  /** `by` stands in the way: it has undone the batch already, or purged what it needs. */
  | { readonly kind: 'blocked'; readonly by: string; readonly why: string };

/** Chooses the batch to undo: the named one, else the newest that changed something and is neither an undo nor undone. `headers`: the whole log, oldest first. */
export function chooseUndo(headers: readonly BatchHeader[], named: string | null): UndoChoice {
  const undoneBy = undoneBatches(headers);
  const barrier = headers.findLast((header) => header.kind === 'purge');
  const batch =
    named === null
      ? headers.findLast((header) => header.undoes === null && header.changed > 0 && !undoneBy.has(header.id))
      : headers.find((header) => header.id === named);
  if (batch === undefined) return { kind: named === null ? 'nothing' : 'unknown' };
  const undo = undoneBy.get(batch.id);
  if (undo !== undefined) return { kind: 'blocked', by: undo, why: 'it has undone it already' };
  if (barrier !== undefined && batch.version <= barrier.version)
    return { kind: 'blocked', by: barrier.id, why: 'it purged what was archived before' };
  return { kind: 'chosen', batch };
}

/** The batches that are undone now, each with the batch that undid it. */
export function undoneBatches(headers: readonly Pick<BatchHeader, 'id' | 'undoes'>[]): ReadonlyMap<string, string> {
  const undoneBy = new Map<string, string>();
  for (const header of headers.toReversed()) {
    if (header.undoes !== null && !undoneBy.has(header.id)) undoneBy.set(header.undoes, header.id);
  }
  return undoneBy;
}

/**
 * The batches after `batch` whose changes stand, without the pairs of a batch and its undo that are both later: together
 * they changed nothing. `headers`: the whole log, oldest first.
 */
export function standingAfter(batch: BatchHeader, headers: readonly BatchHeader[]): readonly BatchHeader[] {
  const later = headers.filter((header) => header.version > batch.version);
  const ids = new Set(later.map((header) => header.id));
  const cancelled = new Set<string>();
  for (const { id, undoes } of later.toReversed()) {
    if (undoes === null || cancelled.has(id) || !ids.has(undoes)) continue;
    cancelled.add(id);
    cancelled.add(undoes);
  }
  return later.filter((header) => !cancelled.has(header.id));
}

/** The id of the newest batch that touched what undoing `batch` would change; undefined where none did. `later`: those that stand after it. */
export function blockingBatch(batch: AppliedBatch, later: readonly AppliedBatch[]): string | undefined {
  const meant = new Map(batch.changes.map((change) => [change.id, change]));
  return later.findLast((other) =>
    other.changes.some((change) => touches(change, meant.get(change.id)) || refersToAdded(change, meant)),
  )?.id;
}

function touches({ before, after }: EntryChange, meant: EntryChange | undefined): boolean {
  if (meant === undefined) return false;
  if (before === null || after === null) return true;
  return (
    before.text !== after.text ||
    before.type !== after.type ||
    before.domain !== after.domain ||
    before.status !== after.status ||
    before.rival !== after.rival ||
    !sameJson(before.rule, after.rule)
  );
}

/** Whether a change names an entry that the undo would take out. */
function refersToAdded({ before, after }: EntryChange, meant: ReadonlyMap<number, EntryChange>): boolean {
  if (after === null) return false;
  return [after.rival, after.mergedInto].some(
    (id) => id !== null && id !== before?.rival && id !== before?.mergedInto && meant.get(id)?.before === null,
  );
}

/**
 * Takes a batch back that nothing later blocks. What the batch set and something later moved on, such as c, stays as it is
 * now. Pure.
 */
export function undoBatch(library: LibraryState, batch: AppliedBatch, context: BatchContext): Applied {
  const draft = new Draft(library, context);
  for (const change of batch.changes) revert(draft, library, change);
  const applied = draft.finish();
  checkInvariants(applied);
  return applied;
}

function revert(draft: Draft, library: LibraryState, { id, before, after }: EntryChange): void {
  const entry = draft.get(id);
  if (before === null) {
    if (entry !== undefined) draft.remove(id);
  } else if (after === null) {
    const use = library.formerUses.get(id) ?? { u: 0, counters: NO_COUNTERS, probation: null };
    draft.put({ ...before, ...use });
  } else if (entry !== undefined) {
    draft.put(reverted(entry, before, after));
  }
}

/** Members that mean something only together: where one of them moved on, all stay. */
const TOGETHER: readonly (readonly (keyof StoredBody)[])[] = [
  ['text', 'history'],
  ['type'],
  ['domain'],
  ['c'],
  ['k'],
  ['failureMode'],
  ['rule'],
  ['origin'],
  ['status', 'rival', 'mergedInto', 'statusBefore', 'archivedFrom', 'archivedEpoch'],
  ['stale', 'staleSince'],
  ['pinned'],
  ['evidence'],
];

function reverted(entry: Entry, before: StoredBody, after: StoredBody): Entry {
  const restored = TOGETHER.filter(
    (members) =>
      !members.every((member) => sameJson(before[member], after[member])) &&
      members.every((member) => sameJson(entry[member], after[member])),
  ).flatMap((members) => members.map((member) => [member, before[member]] as const));
  return { ...entry, ...Object.fromEntries(restored) };
}
