import { PraxisError } from '../base/errors.ts';
import { unreachable } from '../base/unreachable.ts';
import { applyOperations } from './apply.ts';
import type { Applied, BatchContext } from './draft.ts';
import type { HeldLibrary } from './held-library.ts';
import { type CountedVectors, compressionOperations } from './library-size.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';
import { type Resolved, resolveOwnWords } from './own-words.ts';
import { planUndo } from './plan-undo.ts';
import { purgeArchived } from './purge.ts';
import type { EntryJudge } from './retrieve.ts';
import { keptBoth, type NewReviewItem, type ReviewItem } from './review-item.ts';
import type { BatchRequest, Commit } from './store.ts';
import type { TextVectors } from './text-vectors.ts';
import { activeUserEntries, capUserEntries } from './user-cap.ts';

/** What a wish is understood with. */
export interface WishTools {
  readonly held: HeldLibrary;
  readonly vectors: TextVectors;
  readonly judge: EntryJudge;
}

/** What a wish comes to. */
export interface Wished {
  readonly applied: Applied;
  readonly operations?: readonly Operation[];
  readonly undoes?: string;
  readonly review?: readonly NewReviewItem[];
  readonly reviewed?: Commit['reviewed'];
  readonly relations?: Pick<Commit['relations'], 'added' | 'dropped'>;
}

/** What a request comes to at a state of the library; an item where it only closes that. */
export async function wishedOf(
  request: BatchRequest,
  library: LibraryState,
  context: BatchContext,
  tools: WishTools,
): Promise<Wished | ReviewItem> {
  const { wish, sessionId } = request;
  switch (wish.kind) {
    case 'operations': {
      const { operations, held } = await capped(wish.operations, sessionId, context, tools);
      const resolved = await resolvedAll(operations, library, context, tools);
      const applied = applyOperations(library, resolved.operations, context, wish.uses);
      const review = [...wish.review, ...held, ...resolved.questions];
      return { applied, operations: resolved.operations, review };
    }
    case 'undo':
      return planUndo(tools.held.store, library, wish.batch, context);
    case 'review':
      return answered(wish, library, context, tools);
    case 'compress': {
      const operations = await compression(library, tools);
      return { applied: applyOperations(library, operations, context), operations };
    }
    case 'purge':
      return { applied: purgeArchived(library, context) };
    default:
      return unreachable(wish);
  }
}

async function capped(
  operations: readonly Operation[],
  sessionId: string | null,
  { at }: BatchContext,
  { held }: WishTools,
): Promise<ReturnType<typeof capUserEntries>> {
  if (sessionId === null) return { operations, held: [] };
  const active = activeUserEntries(await held.store.batches({ sessionId }));
  return capUserEntries(operations, active, { sessionId, at });
}

async function compression(library: LibraryState, { held, vectors }: WishTools): Promise<readonly Operation[]> {
  const stored = await held.store.vectors(vectors.main.id);
  const texts: CountedVectors = new Map(stored.map(({ id, text }) => [id, text]));
  return compressionOperations(library, texts, vectors.main.dims);
}

/** Compares what a user said with what is known. */
async function resolvedAll(
  operations: readonly Operation[],
  library: LibraryState,
  { at }: BatchContext,
  { held, vectors, judge }: WishTools,
): Promise<Resolved> {
  const resolved: Operation[] = [];
  const questions: NewReviewItem[] = [];
  let id = library.nextId;
  for (const operation of operations) {
    if (operation.op !== 'add' || (operation.origin !== 'user' && operation.origin !== 'manual')) {
      resolved.push(operation);
      continue;
    }
    const { id: encoderId, dims, dupAt } = vectors.main;
    const index = await held.searchable({ id: encoderId, dims });
    const vector = await vectors.compared(operation.text);
    const one = resolveOwnWords(operation, id, vector, { scope: held.scope, library, index, judge, dupAt, at });
    resolved.push(...one.operations);
    questions.push(...one.questions);
    id += one.operations.filter((made) => made.op === 'add' || made.op === 'merge').length;
  }
  return { operations: resolved, questions };
}

async function answered(
  { n, isAccepted }: Extract<BatchRequest['wish'], { readonly kind: 'review' }>,
  library: LibraryState,
  context: BatchContext,
  tools: WishTools,
): Promise<Wished | ReviewItem> {
  const item = (await tools.held.store.review({})).find((one) => one.n === n);
  if (item === undefined) throw noSuchItem(n, 'nothing waits under that name');
  if (item.state !== 'open') throw noSuchItem(n, `it was ${item.state} before`);
  const state = isAccepted ? 'accepted' : 'rejected';
  // Of two that are alike, accepting keeps both and rejecting does what the item says; of all else, accepting does it.
  const isDone = item.reason === 'keep-both' ? !isAccepted : isAccepted;
  const operation = isDone ? item.operation : null;
  const relation = isAccepted ? keptBoth(item) : undefined;
  const relations = { added: relation === undefined ? [] : [relation], dropped: [] };
  if (operation === null && relations.added.length === 0) return { ...item, state, answeredBy: null };
  const wished = operation === null ? [] : [trusted(operation)];
  const resolved = await resolvedAll(wished, library, context, tools);
  return {
    applied: applyOperations(library, resolved.operations, context),
    operations: resolved.operations,
    review: resolved.questions,
    reviewed: [{ n, state, answeredBy: context.batch }],
    relations,
  };
}

/** A person has read it. */
function trusted(operation: Operation): Operation {
  return operation.op === 'add' ? { ...operation, isTrusted: true, isContested: false } : operation;
}

function noSuchItem(n: number, why: string): PraxisError {
  return new PraxisError('ENTRY_NOT_FOUND', `q${n}: ${why}`, {
    hint: '`praxis experience review` lists what waits.',
  });
}
