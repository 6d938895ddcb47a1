import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HintScanner } from './hint-scanner.ts';

function hintsIn(
  scanner: HintScanner,
  text: string,
): readonly (readonly [group: number, start: number, end: number])[] {
  const { hints } = scanner.scan(text);
  const found = Array.from(
    { length: hints.length / 3 },
    (_, i) => [hints[3 * i] ?? -1, hints[3 * i + 1] ?? -1, hints[3 * i + 2] ?? -1] as const,
  );
  return found.sort(([a, from], [b, to]) => a - b || from - to);
}

test('tells of each place of each hint, in whatever case', () => {
  const scanner = new HintScanner([['she', 'hers'], ['he'], ['his'], ['a-b']]);
  expect(hintsIn(scanner, 'USHERS')).toEqual([
    [0, 1, 4],
    [0, 2, 6],
    [1, 2, 4],
  ]);
  expect(hintsIn(scanner, 'this A-B')).toEqual([
    [2, 1, 4],
    [3, 5, 8],
  ]);
  for (const wide of ['\u00e9', '\u20ac', '\ud83d\ude00', '\ud800']) {
    expect(hintsIn(scanner, `s${wide}he`)).toEqual([[1, 1 + wide.length, 3 + wide.length]]);
  }
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

test('sees runs that may be base64, wherever they stand', () => {
  const scanner = new HintScanner([['x']]);
  expect(scanner.scan('aB3-'.repeat(5)).longRuns).toEqual([]);
  for (let before = 0; before < 30; before++) {
    const text = `${'é '.repeat(before)}${'aB3_'.repeat(6)} end ${'/+Zz'.repeat(9)}`;
    const first = 2 * before;
    expect(scanner.scan(text).longRuns).toEqual([first, first + 24, first + 29, first + 65]);
  }
});
