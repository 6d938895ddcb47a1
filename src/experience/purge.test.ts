import { describe, expect, test } from 'vitest';
import { AT, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { purgeArchived } from './purge.ts';

const archived = (id: number, archivedEpoch: number, parts = {}) =>
  entryOf(id, { status: 'archived', archivedFrom: 'active', archivedEpoch, ...parts });

describe('a purge', () => {
  const at = (epoch: number) => ({ batch: 'p', at: AT, epoch });

  test('takes out what was archived 50 epochs ago, and not what was 49', () => {
    const { next, changes } = purgeArchived(libraryOf(archived(1, 10), archived(2, 11), entryOf(3)), at(60));
    expect([...next.entries.keys()]).toEqual([2, 3]);
    expect(changes.map((change) => [change.id, change.after])).toEqual([[1, null]]);
    expect(next.nextId).toBe(4);
  });

  test('leaves nothing that names what it took out', () => {
    const library = libraryOf(archived(1, 10), archived(2, 40, { mergedInto: 1 }), archived(3, 40, { rival: 1 }));
    const { next } = purgeArchived(library, at(60));
    expect([...next.entries.values()]).toMatchObject([
      { id: 2, mergedInto: null },
      { id: 3, rival: null },
    ]);
  });
});
