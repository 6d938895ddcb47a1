import { expect, test } from 'vitest';
import { ToldClock } from './told-clock.ts';

test('events of one session that come in one millisecond keep their order', () => {
  const clock = new ToldClock(() => 1000);
  expect([clock.timeFor('a'), clock.timeFor('a'), clock.timeFor('b'), clock.timeFor('a')]).toEqual([
    1000, 1001, 1000, 1002,
  ]);
});

test('goes with the clock again as soon as that is ahead', () => {
  let now = 1000;
  const clock = new ToldClock(() => now);
  clock.timeFor('a');
  clock.timeFor('a');
  now = 5000;
  expect(clock.timeFor('a')).toBe(5000);
});
