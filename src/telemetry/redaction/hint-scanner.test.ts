import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HintScanner } from './hint-scanner.ts';

function hintsIn(
  scanner: HintScanner,
  text: string,
): readonly (readonly [group: number, start: number, end: number])[] {
  const found: [number, number, number][] = [];
  scanner.scan(text, (group, start, end) => found.push([group, start, end]));
  return found;
}

test('tells of each place of each hint, in whatever case', () => {
  const scanner = new HintScanner([['she', 'hers'], ['he'], ['his'], ['a-b']]);
  expect(hintsIn(scanner, 'USHERS')).toEqual([
    [0, 1, 4],
    [1, 2, 4],
    [0, 2, 6],
  ]);
  expect(hintsIn(scanner, 'this A-B')).toEqual([
    [2, 1, 4],
    [3, 5, 8],
  ]);
  expect(hintsIn(scanner, 's\u00e9he')).toEqual([[1, 2, 4]]);
  expect(hintsIn(scanner, '')).toEqual([]);
});

test('finds what a search for each hint finds', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é') }),
      (hints, text) => {
        const scanner = new HintScanner(hints.map((hint) => [hint]));
        const expected = hints.flatMap((hint, i) =>
          [...text].flatMap((_, at) => (text.startsWith(hint, at) ? [[i, at, at + hint.length]] : [])),
        );
        expect([...hintsIn(scanner, text)].sort()).toEqual(expected.sort());
      },
    ),
  );
});
