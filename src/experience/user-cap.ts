import type { AppliedBatch } from './batch.ts';
import type { Operation } from './operation.ts';
import type { NewReviewItem } from './review-item.ts';

const USER_ENTRIES_PER_SESSION = 5;

/** How many corrections of a session have become active. */
export function activeUserEntries(batches: readonly AppliedBatch[]): number {
  return batches
    .flatMap((batch) => batch.changes)
    .filter(({ before, after }) => after?.origin === 'user' && after.status === 'active' && before?.status !== 'active')
    .length;
}

/** Lets no more corrections of one session become active than five; the rest wait for a person. */
export function capUserEntries(
  operations: readonly Operation[],
  active: number,
  session: { readonly sessionId: string; readonly at: string },
): { readonly operations: readonly Operation[]; readonly held: readonly NewReviewItem[] } {
  let count = active;
  const kept: Operation[] = [];
  const held: NewReviewItem[] = [];
  for (const operation of operations) {
    const becomesActive =
      operation.op === 'add' && operation.origin === 'user' && operation.isTrusted && !operation.isContested;
    if (becomesActive && ++count > USER_ENTRIES_PER_SESSION) held.push(heldBack(operation, session));
    else kept.push(operation);
  }
  return { operations: kept, held };
}

function heldBack(
  operation: Operation,
  { sessionId, at }: { readonly sessionId: string; readonly at: string },
): NewReviewItem {
  return {
    v: 1,
    reason: 'capped',
    detail: `more than ${USER_ENTRIES_PER_SESSION} corrections in one session`,
    at,
    operation,
    about: [],
    sessionId,
    groups: [],
  };
}
