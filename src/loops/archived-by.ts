import type { AppliedBatch } from '../experience/batch.ts';
import type { KnownRule } from '../learning/extract/offline/known-rule.ts';
import { CONFIDENCE_AUDIT } from './maintain/confidence-audit.ts';

type Archived = NonNullable<KnownRule['archived']>;

/** Who archived an entry, and when, by the log of its library, oldest first. */
export function archivedBy(id: number, batches: readonly AppliedBatch[]): Archived {
  const batch = batches.findLast((one) =>
    one.changes.some(
      (change) => change.id === id && change.after?.status === 'archived' && change.before?.status !== 'archived',
    ),
  );
  return batch === undefined ? { by: 'other', at: '' } : { by: byOf(id, batch), at: batch.at };
}

function byOf(id: number, batch: AppliedBatch): Archived['by'] {
  switch (batch.kind) {
    case 'retire':
    case 'review':
    case 'edit':
      return 'person';
    case 'undo':
      return 'undo';
    case 'maintain':
      return isByConfidence(id, batch) ? 'confidence' : 'other';
    default:
      return 'other';
  }
}

/** The audit of confidence gives its name to what it deletes. */
function isByConfidence(id: number, { operations }: AppliedBatch): boolean {
  return operations.some((one) => one.op === 'delete' && one.id === id && one.why.startsWith(CONFIDENCE_AUDIT));
}
