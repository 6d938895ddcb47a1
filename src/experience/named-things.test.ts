import { expect, test } from 'vitest';
import { nameOtherThings } from './named-things.ts';

test.each([
  ['Wait 5 seconds before the second try.', 'Wait 10 seconds before the second try.'],
  ['When machine 7 burns, call team 2.', 'When machine 19 burns, call team 2.'],
  ['Use port 8080 for the proxy.', 'Use port 8081 for the proxy.'],
  ['When calling `send`, pass the id.', 'When calling `fetch`, pass the id.'],
])('other numbers and other names are other things: %s', (a, b) => {
  expect(nameOtherThings(a, b)).toBe(true);
  expect(nameOtherThings(b, a)).toBe(true);
});

test.each([
  ['Wait 5 seconds before the second try.', 'Before the second try, wait 5 seconds.'],
  ['Wait some seconds before the second try.', 'Wait 5 seconds before the second try.'],
  ['Prefer `rg` over `grep`.', 'Prefer rg over grep.'],
  [
    'When calling `send`, pass id; failures 0/10 with it, 10/10 without.',
    'When calling `send`, pass id; failures 1/14 with it, 9/9 without.',
  ],
])('other words, marks and counts are not: %s', (a, b) => {
  expect(nameOtherThings(a, b)).toBe(false);
});
