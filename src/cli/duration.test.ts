import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['90s', 90_000],
  ['5m', 300_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
])('%s is %d ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', '5', 'h', '1.5h', '-1h', '1w', '1h30m'])('`%s` is no duration', (text) => {
  expect(() => parseDuration(text)).toThrow('is no duration');
});
