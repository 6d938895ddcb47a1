import { describe, expect, test } from 'vitest';
import { equals } from '../values.ts';
import { includes, unique } from './arrays.ts';

const item = { id: 'a' };
const once = [item, item, 1, 1, null, null];
const saved = JSON.parse(JSON.stringify(once));

describe('lists and objects', () => {
  test('equal nothing, so that a state behaves after a save as before it', () => {
    expect(unique(once)).toEqual(unique(saved));
    expect(unique(once)).toEqual([item, item, 1, null]);
    expect(includes(once, item)).toBe(false);
    expect(equals(item, item)).toBe(false);
  });

  test('leave primitives alone', () => {
    expect(includes(once, null)).toBe(true);
    expect([equals(1, 1), equals('1', 1), equals(null, null)]).toEqual([true, false, true]);
  });
});
