import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT, addOf, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { applyOperations } from './apply.ts';
import type { Entry, Status } from './entry.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';
import { initialStatus, nextStanding, nextStatus, type StatusEvent } from './status.ts';
import type { EntryInUse } from './uses.ts';

const ARCHIVED = { status: 'archived', archivedFrom: 'active', archivedEpoch: 2 } as const;
const FLAGGED = { status: 'flagged', statusBefore: 'probation', rival: 9 } as const;
const onProbation = (uses: number, judged: number, c: number): Partial<Entry> => ({
  status: 'probation',
  c,
  probation: { uses, judged },
});

describe('a new entry', () => {
  test.each([
    [true, false, 'active'],
    [false, false, 'probation'],
    [true, true, 'probation'],
    [false, true, 'probation'],
  ])('trusted %s, contested %s: %s', (isTrusted, isContested, status) => {
    expect(initialStatus({ isTrusted, isContested })).toBe(status);
  });
});

describe('check 12: the status of an entry', () => {
  test.each<[string, Partial<Entry>, StatusEvent, Status | null]>([
    ['is active after five uses, three judged, c at least 0.5', onProbation(5, 3, 0.5), { kind: 'checked' }, 'active'],
    ['is archived after them with c under 0.35', onProbation(5, 3, 0.349), { kind: 'checked' }, 'archived'],
    ['stays on probation with c between', onProbation(5, 3, 0.35), { kind: 'checked' }, 'probation'],
    ['stays on probation with c just under 0.5', onProbation(5, 5, 0.499), { kind: 'checked' }, 'probation'],
    ['stays on probation with two judged, however good', onProbation(5, 2, 0.9), { kind: 'checked' }, 'probation'],
    ['stays on probation with two judged, however bad', onProbation(5, 2, 0.1), { kind: 'checked' }, 'probation'],
    ['is not checked after four uses', onProbation(4, 4, 0.9), { kind: 'checked' }, null],
    ['is not checked when active', { c: 0.1 }, { kind: 'checked' }, null],
    ['is active when the user confirms it', onProbation(0, 0, 0.5), { kind: 'confirmed' }, 'active'],
    ['is not confirmed out of a flag', FLAGGED, { kind: 'confirmed' }, null],
    ['is not confirmed out of the archive', ARCHIVED, { kind: 'confirmed' }, null],
    ['is probation for an untrusted text', {}, { kind: 'modified', isTrusted: false }, 'probation'],
    ['stays active for a trusted text', {}, { kind: 'modified', isTrusted: true }, 'active'],
    [
      'stays on probation for a trusted text',
      onProbation(0, 0, 0.5),
      { kind: 'modified', isTrusted: true },
      'probation',
    ],
    ['is not touched by a text in the archive', ARCHIVED, { kind: 'modified', isTrusted: true }, null],
    ['is flagged as the weaker side when active', {}, { kind: 'contradicted', rival: 9 }, 'flagged'],
    [
      'is flagged as the weaker side on probation',
      onProbation(1, 1, 0.5),
      { kind: 'contradicted', rival: 9 },
      'flagged',
    ],
    ['is flagged by a review', {}, { kind: 'doubted' }, 'flagged'],
    ['is not flagged twice', FLAGGED, { kind: 'contradicted', rival: 8 }, null],
    ['is not flagged in the archive', ARCHIVED, { kind: 'doubted' }, null],
    ['is what it was when the rival is archived', FLAGGED, { kind: 'rival-archived' }, 'probation'],
    ['stays flagged when the rival is merged', FLAGGED, { kind: 'rival-merged', into: 12 }, 'flagged'],
    ['is what it was by a review of the flag', FLAGGED, { kind: 'cleared' }, 'probation'],
    ['has no flag to clear when active', {}, { kind: 'cleared' }, null],
    ['stays when the audit marks it stale', {}, { kind: 'unused' }, 'active'],
    ['cannot be marked stale under a flag', FLAGGED, { kind: 'unused' }, null],
    ['stays when a use clears the mark', { stale: true, staleSince: 1 }, { kind: 'used' }, 'active'],
    ['is archived when the mark still stands', { stale: true, staleSince: 1 }, { kind: 'still-unused' }, 'archived'],
    ['is not archived without the mark', {}, { kind: 'still-unused' }, null],
    ['is archived by an audit when active', {}, { kind: 'archived' }, 'archived'],
    ['is archived by an audit on probation', onProbation(0, 0, 0.5), { kind: 'archived' }, 'archived'],
    ['is archived by an audit under a flag', FLAGGED, { kind: 'archived' }, 'archived'],
    ['is archived once', ARCHIVED, { kind: 'archived' }, null],
    ['is what it was when a review restores it', ARCHIVED, { kind: 'restored' }, 'active'],
    ['is restored from the archive alone', {}, { kind: 'restored' }, null],
  ])('%s', (_, parts, event, status) => {
    expect(nextStatus(entryOf(1, parts), event)).toBe(status);
  });

  test('keeps the marks that belong to it', () => {
    const flagged = nextStanding(entryOf(1), { kind: 'contradicted', rival: 9 }, 5);
    expect(flagged).toMatchObject({ rival: 9, statusBefore: 'active' });
    const archived = nextStanding({ ...entryOf(1), ...flagged }, { kind: 'archived' }, 6);
    expect(archived).toMatchObject({ archivedFrom: 'flagged', archivedEpoch: 6, rival: 9, statusBefore: 'active' });
    const restored = nextStanding({ ...entryOf(1), ...archived }, { kind: 'restored' }, 7);
    expect(restored).toEqual(flagged);
    expect(nextStanding(entryOf(1), { kind: 'unused' }, 5)).toMatchObject({ stale: true, staleSince: 5 });
    expect(nextStanding({ ...entryOf(1), ...flagged }, { kind: 'rival-archived' }, 7)).toMatchObject({
      rival: null,
      statusBefore: null,
    });
  });
});

const id = fc.integer({ min: 1, max: 12 });
const why = 'drawn';
const group = null;
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ isTrusted: fc.boolean(), isContested: fc.boolean() }).map((parts) => addOf('Drawn.', parts)),
  fc
    .record({ id, text: fc.constantFrom('One.', 'Two.'), isTrusted: fc.boolean() })
    .map((drawn): Operation => ({ op: 'modify', rule: null, evidence: null, why, group, ...drawn })),
  id.map((drawn): Operation => ({ op: 'delete', id: drawn, why, group })),
  fc.tuple(id, id, fc.boolean()).map(
    ([a, b, isTrusted]): Operation => ({
      op: 'merge',
      ids: [a, b],
      text: 'Both.',
      rule: null,
      isTrusted,
      why,
      group,
    }),
  ),
  fc
    .record({
      id,
      to: fc.constantFrom<Status>('active', 'probation', 'flagged', 'archived'),
      rival: fc.option(id),
    })
    .map((drawn): Operation => ({ op: 'status', why, group, ...drawn })),
  fc.record({ id, stale: fc.boolean() }).map((drawn): Operation => ({ op: 'stale', why, group, ...drawn })),
  fc
    .record({ id, c: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map((drawn): Operation => ({ op: 'confidence', why, group, ...drawn })),
);
const use: fc.Arbitrary<EntryInUse> = fc.record({
  id,
  isApplicable: fc.boolean(),
  followed: fc.option(fc.boolean()),
  verdict: fc.constantFrom('improved', 'notImproved', null),
});

/** What the table allows between two states of one entry, by one operation or use. */
function isAllowed(before: Entry | undefined, after: Entry, step: Operation | EntryInUse): boolean {
  if (before === undefined) return after.status === 'active' || after.status === 'probation';
  if (before.status === after.status) return true;
  switch (`${before.status} ${after.status}`) {
    case 'probation active':
      return !('op' in step) || step.op === 'status';
    case 'active probation':
      return 'op' in step && step.op === 'modify' && !step.isTrusted;
    case 'active flagged':
    case 'probation flagged':
      return after.statusBefore === before.status;
    case 'flagged active':
    case 'flagged probation':
      return after.status === before.statusBefore;
    case 'archived active':
    case 'archived probation':
    case 'archived flagged':
      return after.status === before.archivedFrom || after.status === before.statusBefore;
    default:
      return after.status === 'archived';
  }
}

describe('check 12: random sequences of operations and uses', () => {
  test('know no transition but those of the table, and keep c and all references sound', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(operation, use), { maxLength: 60 }), (steps) => {
        let library: LibraryState = libraryOf(entryOf(1), entryOf(2), entryOf(3));
        for (const [index, step] of steps.entries()) {
          const context = { batch: `b${index}`, at: AT, epoch: index };
          const { next } =
            'op' in step ? applyOperations(library, [step], context) : applyOperations(library, [], context, [step]);
          for (const entry of next.entries.values()) {
            const before = library.entries.get(entry.id);
            if (!isAllowed(before, entry, step)) expect([before, step]).toEqual(entry);
            expect(entry.c).toBeGreaterThanOrEqual(0.05);
            expect(entry.c).toBeLessThanOrEqual(0.95);
            if (entry.status !== 'flagged' || entry.rival === null) continue;
            expect(next.entries.get(entry.rival)?.status).not.toBe('archived');
          }
          library = next;
        }
      }),
      { numRuns: 300 },
    );
  });
});
