import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlainJson } from '../../base/exact-json.ts';
import { bounded, boundedText, storedParams } from './bounded.ts';

describe('bounded data', () => {
  test('is what it was where it is small', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const plain: PlainJson = JSON.parse(JSON.stringify(value));
        expect(bounded(plain)).toEqual(plain);
        expect(storedParams(plain)).toEqual(plain);
      }),
    );
  });

  test('holds the beginnings of long texts and of long lists', () => {
    expect(bounded('x'.repeat(70_000))).toBe('x'.repeat(65_536));
    expect(storedParams({ content: 'x'.repeat(70_000), path: 'a' })).toEqual({
      content: 'x'.repeat(16_384),
      path: 'a',
    });
    const list = bounded(Array.from({ length: 1_000_000 }, (_, n) => n));
    expect(Array.isArray(list) && list.length).toBeLessThan(40_000);
    expect(JSON.stringify(storedParams(Array.from({ length: 50 }, () => 'y'.repeat(16_000)))).length).toBeLessThan(
      70_000,
    );
  });

  test('ends where it nests too deep', () => {
    let deep: PlainJson = 'bottom';
    for (let n = 0; n < 5000; n++) deep = [deep];
    expect(JSON.stringify(bounded(deep))).toContain('[…]');
  });

  test('never ends in half a character', () => {
    expect(boundedText('ab🙂', 3)).toBe('ab');
    expect(boundedText('ab🙂', 4)).toBe('ab🙂');
    expect(boundedText('🙂', 0)).toBe('');
  });
});
