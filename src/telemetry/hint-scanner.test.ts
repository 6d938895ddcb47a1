import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HintScanner } from './hint-scanner.ts';

test('finds the groups of which a hint occurs, in whatever case', () => {
  const scanner = new HintScanner([['she', 'hers'], ['he'], ['his'], ['a-b']]);
  expect(scanner.scan('USHERS').groups).toEqual([0, 1]);
  expect(scanner.scan('this A-B').groups).toEqual([2, 3]);
  expect(scanner.scan('s\u00e9he').groups).toEqual([1]);
  expect(scanner.scan('').groups).toEqual([]);
});

test('finds what a search for each hint finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é') }),
      (hints, text) => {
        const scanner = new HintScanner(hints.map((hint) => [hint]));
        const expected = hints.flatMap((hint, i) => (text.includes(hint) ? [i] : []));
        expect(scanner.scan(text).groups).toEqual(expected);
      },
    ),
  );
});

test('sees runs that may be base64', () => {
  const scanner = new HintScanner([['x']]);
  expect(scanner.scan('aB3'.repeat(8)).hasLongRun).toBe(true);
  expect(scanner.scan('aB3'.repeat(7)).hasLongRun).toBe(false);
  expect(scanner.scan('ab3'.repeat(9)).hasLongRun).toBe(false);
});
