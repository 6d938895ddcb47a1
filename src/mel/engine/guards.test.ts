import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardAt, noGuards, withGuards } from './guards.ts';

const COUNTS = [1, 2, 31, 32, 33, 64, 65, 1000];

test.each(COUNTS)('%i guards hold what a map would, and earlier ones stay as they were', (count) => {
  const entry = fc.tuple(fc.nat(count - 1), fc.option(fc.string(), { nil: null }));
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(entry, { selector: ([slot]) => slot, maxLength: 5 })), (rounds) => {
      let guards = noGuards(count);
      const expected = Array<string | null>(count).fill(null);
      for (const round of rounds) {
        const before = [...expected];
        const next = withGuards(
          guards,
          round.map(([slot]) => slot),
          round.map(([, id]) => id),
        );
        expect(before.map((_, slot) => guardAt(guards, slot))).toEqual(before);
        for (const [slot, id] of round) expected[slot] = id;
        guards = next;
      }
      expect(expected.map((_, slot) => guardAt(guards, slot))).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test('a domain without guards has none', () => {
  expect(guardAt(noGuards(0), 0)).toBeNull();
});
