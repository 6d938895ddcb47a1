import { PraxisError } from '../base/errors.ts';
import type { AppliedBatch } from './batch.ts';
import type { BatchContext } from './draft.ts';
import type { LibraryState } from './library-state.ts';
import { keptBoth, type ReviewItem } from './review-item.ts';
import type { ExperienceStore } from './store.ts';
import { blockingBatch, chooseUndo, standingAfter, undoBatch } from './undo.ts';
import type { Wished } from './wish.ts';

/**
 * Plans the undo of the named batch, else of the newest that stands. What the batch closed waits again, and what it settled
 * between two entries is open again. UNDO_BLOCKED by the name of the batch in the way; UNDO_NOT_FOUND where there is none.
 */
export async function planUndo(
  store: Pick<ExperienceStore, 'headers' | 'batches' | 'review'>,
  library: LibraryState,
  named: string | null,
  context: BatchContext,
): Promise<Wished> {
  const headers = await store.headers();
  const choice = chooseUndo(headers, named);
  switch (choice.kind) {
    case 'nothing':
      throw notFound('there is nothing to undo');
    case 'unknown':
      throw notFound(`there is no batch ${named ?? ''}`);
    case 'blocked':
      throw blocked(named, choice.by, choice.why);
    case 'chosen':
      break;
  }
  const ids = [choice.batch, ...standingAfter(choice.batch, headers)].map((header) => header.id);
  const [batch, ...later] = await store.batches({ ids });
  if (batch === undefined) throw notFound(`there is no batch ${choice.batch.id}`);
  const by = blockingBatch(batch, later);
  if (by !== undefined) throw blocked(batch.id, by, 'it changed the same entries later');
  return {
    applied: undoBatch(library, batch, context),
    undoes: batch.id,
    ...(await reopened(store, batch, context.batch)),
  };
}

/** An undo opens what the batch answered and withdraws what it asked, and the undo of an undo answers it again. */
async function reopened(
  store: Pick<ExperienceStore, 'review'>,
  batch: AppliedBatch,
  undo: string,
): Promise<Required<Pick<Wished, 'reviewed' | 'relations'>>> {
  const items = (await store.review({})).filter((item) => item.answeredBy === batch.id || isAsked(item, batch));
  const reviewed = items.map((item) => ({ n: item.n, state: stateAfter(item, batch), answeredBy: undo }));
  const relations = items.flatMap((item, index) => {
    const relation = keptBoth(item);
    return relation === undefined ? [] : [{ relation, state: reviewed[index]?.state }];
  });
  return {
    reviewed,
    relations: {
      added: relations.filter(({ state }) => state === 'accepted').map(({ relation }) => relation),
      dropped: relations.filter(({ state }) => state === 'open').map(({ relation }) => relation),
    },
  };
}

function isAsked({ askedBy, state }: ReviewItem, { id }: AppliedBatch): boolean {
  return askedBy === id && state === 'open';
}

function stateAfter(item: ReviewItem, batch: AppliedBatch): ReviewItem['state'] {
  if (isAsked(item, batch)) return 'withdrawn';
  if (item.state !== 'open') return 'open';
  return item.reason === 'keep-both' && batch.changes.length > 0 ? 'rejected' : 'accepted';
}

function blocked(named: string | null, by: string, why: string): PraxisError {
  return new PraxisError(
    'UNDO_BLOCKED',
    `${named ?? 'the newest batch'} cannot be undone: ${by} stands in the way, ${why}`,
    {
      hint: `Undo ${by} first, or change the entries by hand; \`praxis experience history\` lists the batches.`,
    },
  );
}

function notFound(what: string): PraxisError {
  return new PraxisError('UNDO_NOT_FOUND', what, { hint: '`praxis experience history` lists the batches.' });
}
