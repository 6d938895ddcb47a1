import { type Consolidation, consolidate } from '../experience/consolidate/consolidate.ts';
import type { DeleteRequest, GroupStrength, Quarantined } from '../experience/consolidate/wish.ts';
import type { HeldLibrary } from '../experience/held-library.ts';
import { entryName } from '../experience/library-index.ts';
import type { LibraryState } from '../experience/library-state.ts';
import type { Operation } from '../experience/operation.ts';
import type { NewReviewItem } from '../experience/review-item.ts';
import type { TextVectors } from '../experience/text-vectors.ts';

/** What is left of the wishes of an extractor, and what of them waits for a person. */
export interface JobConsolidation extends Pick<Consolidation, 'operations' | 'quarantined' | 'requests'> {
  /** Groups that asked for a delete before, by entry. */
  readonly asked: ReadonlyMap<number, readonly string[]>;
}

export const NOTHING_WISHED: JobConsolidation = { operations: [], quarantined: [], requests: [], asked: new Map() };

/** Stage 3 over what an extractor wishes of a library. */
export async function consolidatedWishes(
  operations: readonly Operation[],
  { entries, nextId }: LibraryState,
  { held, vectors }: { readonly held: HeldLibrary; readonly vectors: TextVectors },
  groups: ReadonlyMap<string, GroupStrength>,
): Promise<JobConsolidation> {
  const { main } = vectors;
  const asked = await openDeleteRequests(held);
  const texts = operations.map((one) => ('text' in one ? one.text : ''));
  const wished = (await vectors.inAllSpaces(texts)).get(main.id) ?? [];
  const stored = operations.length === 0 ? [] : await held.store.vectors(main.id);
  const known = new Map(stored.map((one) => [one.id, one.text]));
  const library = [...entries.values()].map((entry) => ({ ...entry, vector: known.get(entry.id) ?? null }));
  const { dupAt } = main;
  return { ...consolidate({ operations, vectors: wished, groups, library, nextId, requests: asked, dupAt }), asked };
}

/** Groups that asked for a delete and wait for another one, or for a person, by entry. */
async function openDeleteRequests(held: HeldLibrary): Promise<ReadonlyMap<number, readonly string[]>> {
  const open = await held.store.review({ state: 'open' });
  return new Map(
    open.flatMap(({ reason, operation, groups }): [number, readonly string[]][] =>
      reason === 'delete-request' && operation?.op === 'delete' ? [[operation.id, groups]] : [],
    ),
  );
}

/** What a job asks of a person. */
export function reviewOf(
  { quarantined, requests, asked }: JobConsolidation,
  held: HeldLibrary,
  at: string,
): readonly NewReviewItem[] {
  return [
    ...quarantined.map((one) => heldBack(one, at)),
    ...requests.filter(({ id }) => !asked.has(id)).map((one) => deleteRequest(one, held, at)),
  ];
}

function deleteRequest({ id, groups, why }: DeleteRequest, { scope }: HeldLibrary, at: string): NewReviewItem {
  return {
    v: 1,
    reason: 'delete-request',
    detail: why,
    at,
    operation: { op: 'delete', id, why, group: groups[0] ?? null },
    about: [entryName(scope, id)],
    sessionId: null,
    groups,
  };
}

function heldBack({ operation, kind, reason }: Quarantined, at: string): NewReviewItem {
  return {
    v: 1,
    reason: 'screened',
    detail: `${kind}: ${reason}`,
    at,
    operation,
    about: [],
    sessionId: null,
    groups: [],
  };
}
