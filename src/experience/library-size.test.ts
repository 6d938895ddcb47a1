import { describe, expect, test } from 'vitest';
import { AT, entryOf, libraryOf } from '../../test/support/experience-entries.ts';
import { floorEncoder } from '../models/floor-encoder.ts';
import { applyOperations } from './apply.ts';
import type { Entry } from './entry.ts';
import { compressionOperations, isOverFull } from './library-size.ts';

function entries(count: number, parts: Partial<Entry> = {}): readonly Entry[] {
  return Array.from({ length: count }, (_, index) => entryOf(index + 1, { c: 0.3 + index / 2000, ...parts }));
}

function vectorsOf(list: readonly Entry[]) {
  return new Map(list.map(({ id, text }) => [id, floorEncoder.encode(text)]));
}

describe('the capacity of a library', () => {
  test('is 500 entries, archived ones not counted', () => {
    const archived = entryOf(900, { status: 'archived', archivedFrom: 'active', archivedEpoch: 1 });
    expect(isOverFull(libraryOf(...entries(500), archived))).toBe(false);
    expect(isOverFull(libraryOf(...entries(501)))).toBe(true);
  });

  test('is restored by archiving down to 400', () => {
    const list = entries(501);
    const library = libraryOf(...list);
    const operations = compressionOperations(library, vectorsOf(list), floorEncoder.dims);
    expect(operations).toHaveLength(101);
    const { next } = applyOperations(library, operations, { batch: 'b', at: AT, epoch: 2 });
    expect([...next.entries.values()].filter((entry) => entry.status === 'active')).toHaveLength(400);
    expect(compressionOperations(next, vectorsOf(list), floorEncoder.dims)).toEqual([]);
  });

  test('is passed where everything is pinned', () => {
    const list = entries(501, { pinned: true });
    expect(compressionOperations(libraryOf(...list), vectorsOf(list), floorEncoder.dims)).toEqual([]);
  });
});
