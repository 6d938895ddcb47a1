import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeySet } from './key-set.ts';

describe('KeySet', () => {
  test('tells keys apart as a set does, a number and its text among them', () => {
    const key = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.integer({ min: 0, max: 50 }),
      fc.constantFrom('#1', '=1', '1'),
    );
    fc.assert(
      fc.property(fc.array(key, { maxLength: 200 }), (keys) => {
        const set = new KeySet();
        const known = new Set<string | number>();
        for (const one of keys) {
          expect(set.has(one)).toBe(known.has(one));
          expect(set.add(one)).toBe(!known.has(one));
          known.add(one);
          expect(set.size).toBe(known.size);
        }
        for (const one of known) expect(set.has(one)).toBe(true);
      }),
    );
  });

  test('holds a hundred thousand ids that differ in their last characters only', () => {
    const set = new KeySet();
    for (let n = 0; n < 100_000; n++) expect(set.add(`session\ntoolu_${n}`)).toBe(true);
    for (let n = 0; n < 100_000; n += 97) expect(set.add(`session\ntoolu_${n}`)).toBe(false);
    expect(set.size).toBe(100_000);
    expect(set.has('session\ntoolu_100000')).toBe(false);
  });
});
