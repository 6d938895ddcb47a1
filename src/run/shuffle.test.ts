import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shuffled } from './shuffle.ts';

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe('shuffled', () => {
  test('gives the same order for the same seed', () => {
    expect(shuffled(letters, 7)).toEqual(shuffled(letters, 7));
  });

  test('puts each item first for some seed', () => {
    const firsts = Array.from({ length: 100 }, (_, seed) => shuffled(letters, seed)[0]);
    expect(new Set(firsts)).toEqual(new Set(letters));
  });

  test('keeps every item once and leaves the list it was given alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
        const before = [...items];
        const after = shuffled(items, seed);
        expect([...after].sort()).toEqual([...items].sort());
        expect(items).toEqual(before);
      }),
    );
  });
});
