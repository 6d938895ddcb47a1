import { describe, expect, test } from 'vitest';
import { commitOf, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { applyOperations } from '../experience/apply.ts';
import type { AppliedBatch, Batch } from '../experience/batch.ts';
import type { Operation } from '../experience/operation.ts';
import { archivedBy } from './archived-by.ts';
import { confidenceAudit } from './maintain/confidence-audit.ts';
import { stalenessAudit } from './maintain/staleness-audit.ts';

const library = libraryOf(entryOf(1, { c: 0.1, u: 9, stale: true, staleSince: 0 }));
const entries = [...library.entries.values()];

function batchOf(kind: Batch['kind'], operations: readonly Operation[]): AppliedBatch {
  const applied = applyOperations(library, operations, { batch: kind, at: '2026-01-01T00:00:00.000Z', epoch: 30 });
  return { ...commitOf(kind, applied, { kind, operations }).batch, version: 2 };
}

describe('who archived an entry', () => {
  test('is the audit of confidence where that deleted it', () => {
    const batch = batchOf('maintain', confidenceAudit(entries, { lift: () => null }));
    expect(batch.changes).toHaveLength(1);
    expect(archivedBy(1, [batch])).toEqual({ by: 'confidence', at: batch.at });
  });

  test('is nobody who knows better where another audit did', () => {
    const batch = batchOf('maintain', stalenessAudit(entries, { domainSessions: () => 99 }));
    expect(batch.changes).toHaveLength(1);
    expect(archivedBy(1, [batch]).by).toBe('other');
  });

  test('is a person who retired it', () => {
    const operation: Operation = { op: 'delete', id: 1, why: 'confidence audit', group: null };
    expect(archivedBy(1, [batchOf('retire', [operation])]).by).toBe('person');
  });
});
