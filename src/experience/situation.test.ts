import { expect, test } from 'vitest';
import { situationOf } from './situation.ts';

const at = (id: string, endedAt: string | null, vector: readonly number[] | null) => ({ id, endedAt, vector });

test('a situation is the unit mean of the task vectors', () => {
  const found = situationOf([at('a', null, [1, 0]), at('b', null, [0, 1]), at('c', null, null)]);
  expect(Array.from(found ?? [])).toEqual([Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)]);
});

test('a situation rests on the twenty newest trajectories, in any order', () => {
  const old = at('old', '2026-01-01T00:00:00.000Z', [0, 1]);
  const recent = Array.from({ length: 20 }, (_, n) => at(`${n}`, `2026-02-01T00:00:${10 + n}.000Z`, [1, 0]));
  expect(Array.from(situationOf([old, ...recent]) ?? [])).toEqual([1, 0]);
  expect(situationOf([...recent, old])).toEqual(situationOf([old, ...recent].reverse()));
});

test('there is no situation without vectors, or where they cancel out', () => {
  expect(situationOf([])).toBeNull();
  expect(situationOf([at('a', null, null)])).toBeNull();
  expect(situationOf([at('a', null, [1, 0]), at('b', null, [-1, 0])])).toBeNull();
});
