import { describe, expect, test } from 'vitest';
import { AT, addOf, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { applyOperations } from './apply.ts';
import { canonicalExport } from './canonical-export.ts';
import { EMPTY_LIBRARY } from './library-state.ts';
import type { Operation } from './operation.ts';

const CONTEXT = { batch: 'b', at: AT, epoch: 7 };
const why = 'because';
const group = null;

describe('applying operations', () => {
  test('gives new entries the next ids, the epoch and no use', () => {
    const { next, outcomes, changes } = applyOperations(
      EMPTY_LIBRARY,
      [addOf('Read the log first.'), addOf('Ask before a deploy.', { isTrusted: false })],
      CONTEXT,
    );
    expect([...next.entries.values()]).toMatchObject([
      { id: 1, text: 'Read the log first.', status: 'active', k: 7, u: 0, probation: null },
      { id: 2, status: 'probation', k: 7, probation: { uses: 0, judged: 0 } },
    ]);
    expect(outcomes.map(({ kind, id }) => [kind, id])).toEqual([
      ['changed', 1],
      ['changed', 2],
    ]);
    expect(changes.map(({ id, before }) => [id, before])).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(next).toMatchObject({ version: 1, nextId: 3, epoch: 7 });
  });

  test('leaves the state it began with as it was', () => {
    const library = libraryOf(entryOf(1));
    const before = canonicalExport(library);
    applyOperations(library, [{ op: 'delete', id: 1, why, group }], CONTEXT);
    expect(canonicalExport(library)).toBe(before);
  });

  test.each([
    ['of 33 words', `${'a '.repeat(32)}b`],
    ['of 241 characters', 'x'.repeat(241)],
    ['of two lines', 'a\nb'],
    ['without a word', '---'],
  ])('drops a text %s and does the rest', (_, text) => {
    const { next, outcomes } = applyOperations(
      libraryOf(entryOf(1)),
      [addOf(text), { op: 'modify', id: 1, text, rule: null, isTrusted: true, evidence: null, why, group }, addOf('b')],
      CONTEXT,
    );
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['dropped', 'dropped', 'changed']);
    expect([...next.entries.keys()]).toEqual([1, 2]);
  });

  test('keeps id, c, u and k of an entry that is modified, and its old text in the history', () => {
    const library = libraryOf(entryOf(1, { c: 0.8, u: 3, k: 2, text: 'old' }));
    const modify: Operation = {
      op: 'modify',
      id: 1,
      text: 'new',
      rule: { form: 'USE', t: 'fs/read' },
      isTrusted: true,
      evidence: null,
      why,
      group,
    };
    const { next } = applyOperations(library, [modify], CONTEXT);
    expect(next.entries.get(1)).toMatchObject({
      id: 1,
      text: 'new',
      rule: { form: 'USE', t: 'fs/read' },
      c: 0.8,
      u: 3,
      k: 2,
      status: 'active',
      history: [{ text: 'old', batch: 'b', at: AT }],
    });
    const untrusted = applyOperations(library, [{ ...modify, isTrusted: false }], CONTEXT);
    expect(untrusted.next.entries.get(1)).toMatchObject({ status: 'probation', probation: { uses: 0, judged: 0 } });
  });

  test('merges into a new entry with the larger c, the sum of uses, the older epoch and united evidence', () => {
    const evidence = { groups: 1, trajectories: 2, strength: 0.4, effect: 0.1, trajectoryIds: ['s/1', 's/2'] };
    const other = { groups: 2, trajectories: 3, strength: 0.6, effect: 0.3, trajectoryIds: ['s/3', 's/4', 's/5'] };
    const library = libraryOf(
      entryOf(1, { c: 0.4, u: 2, k: 5, evidence, stale: true, staleSince: 3 }),
      entryOf(2, { c: 0.6, u: 7, k: 3, evidence: other }),
      entryOf(3, { status: 'flagged', statusBefore: 'active', rival: 2 }),
    );
    const { next } = applyOperations(
      library,
      [{ op: 'merge', ids: [1, 2], text: 'both', rule: null, isTrusted: true, why, group }],
      CONTEXT,
    );
    expect(next.entries.get(4)).toMatchObject({
      text: 'both',
      origin: 'merge',
      c: 0.6,
      u: 9,
      k: 3,
      stale: false,
      status: 'active',
      evidence: { groups: 3, trajectories: 5, strength: 0.6, effect: 0.3 },
    });
    expect(next.entries.get(1)).toMatchObject({ status: 'archived', mergedInto: 4, archivedEpoch: 7 });
    expect(next.entries.get(2)).toMatchObject({ status: 'archived', mergedInto: 4 });
    expect(next.entries.get(3)).toMatchObject({ status: 'flagged', rival: 4 });
  });

  test('lifts a flag whose rival is archived', () => {
    const library = libraryOf(
      entryOf(1, { status: 'flagged', statusBefore: 'probation', rival: 2, probation: { uses: 4, judged: 2 } }),
      entryOf(2),
    );
    const { next } = applyOperations(library, [{ op: 'delete', id: 2, why, group }], CONTEXT);
    expect(next.entries.get(1)).toMatchObject({
      status: 'probation',
      rival: null,
      statusBefore: null,
      probation: { uses: 4, judged: 2 },
    });
  });

  test.each<[string, Operation]>([
    ['an entry that is not there', { op: 'delete', id: 9, why, group }],
    ['a merge with itself', { op: 'merge', ids: [1, 1], text: 'a', rule: null, isTrusted: true, why, group }],
    ['a merge of two domains', { op: 'merge', ids: [1, 2], text: 'a', rule: null, isTrusted: true, why, group }],
    ['a rival that is archived', { op: 'status', id: 1, to: 'flagged', rival: 3, why, group }],
    ['a way that the table does not know', { op: 'status', id: 1, to: 'probation', rival: null, why, group }],
    ['a mark for what is archived', { op: 'stale', id: 3, stale: true, why, group }],
    ['a confidence that is no number', { op: 'confidence', id: 1, c: Number.NaN, why, group }],
  ])('drops %s', (_, operation) => {
    const library = libraryOf(
      entryOf(1),
      entryOf(2, { domain: 'fs' }),
      entryOf(3, { status: 'archived', archivedFrom: 'active', archivedEpoch: 1 }),
    );
    const { changes, outcomes } = applyOperations(library, [operation], CONTEXT);
    expect(changes).toEqual([]);
    expect(outcomes).toMatchObject([{ kind: 'dropped' }]);
  });

  test('keeps what is so already and says so', () => {
    const library = libraryOf(entryOf(1, { c: 0.95 }));
    const { changes, outcomes } = applyOperations(
      library,
      [
        { op: 'pin', id: 1, pinned: false, why, group },
        { op: 'confidence', id: 1, c: 2, why, group },
        { op: 'modify', id: 1, text: 'Read file 1 first.', rule: null, isTrusted: false, evidence: null, why, group },
      ],
      CONTEXT,
    );
    expect(changes).toEqual([]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['kept', 'kept', 'kept']);
  });

  test('brings back from the archive what a person wants, without a successor or a rival that has left', () => {
    const library = libraryOf(
      entryOf(1, {
        status: 'archived',
        archivedFrom: 'flagged',
        statusBefore: 'active',
        rival: 2,
        mergedInto: 2,
        archivedEpoch: 3,
      }),
      entryOf(2, { status: 'archived', archivedFrom: 'active', archivedEpoch: 4 }),
    );
    const { next } = applyOperations(
      library,
      [{ op: 'status', id: 1, to: 'flagged', rival: null, why, group }],
      CONTEXT,
    );
    expect(next.entries.get(1)).toMatchObject({
      status: 'active',
      rival: null,
      mergedInto: null,
      archivedFrom: null,
      archivedEpoch: null,
      statusBefore: null,
    });
  });
});
