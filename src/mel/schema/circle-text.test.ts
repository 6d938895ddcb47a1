import { expect, test } from 'vitest';
import { circleText, shownInCircle } from './circle-text.ts';

const names = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);

test('a circle is told from its first name back to it', () => {
  expect(circleText(['a'])).toBe('a -> a');
  expect(circleText(['a', 'b', 'c'])).toBe('a -> b -> c -> a');
});

test('of a long circle the middle is counted', () => {
  expect(circleText(names(12))).toBe(`${names(12).join(' -> ')} -> c0`);
  expect(circleText(names(10_000))).toBe(
    'c0 -> c1 -> c2 -> c3 -> c4 -> c5 -> c6 -> c7 -> … 9989 more … -> c9997 -> c9998 -> c9999 -> c0',
  );
  expect(shownInCircle(names(10_000))).toHaveLength(11);
});
