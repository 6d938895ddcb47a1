import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactP } from './exact-test.ts';
import { hypergeometric, logEnds, type Margins } from './hypergeometric.ts';

const margins = fc
  .record({ nTrue: fc.integer({ min: 1, max: 4 }), nFalse: fc.integer({ min: 1, max: 4 }) })
  .chain((sides) =>
    fc.record({
      nTrue: fc.constant(sides.nTrue),
      nFalse: fc.constant(sides.nFalse),
      successes: fc.integer({ min: 1, max: sides.nTrue + sides.nFalse - 1 }),
    }),
  );

/** How many ways of dealing give each total, counted one by one in whole numbers. */
function waysByTotal(strata: readonly Margins[]): ReadonlyMap<number, bigint> {
  let ways = new Map([[0, 1n]]);
  for (const { nTrue, nFalse, successes } of strata) {
    const next = new Map<number, bigint>();
    for (const [total, count] of ways) {
      for (let chosen = 0; chosen < 2 ** (nTrue + nFalse); chosen++) {
        const bits = Array.from({ length: nTrue + nFalse }, (_, unit) => (chosen >> unit) & 1);
        if (bits.reduce((sum, bit) => sum + bit, 0) !== nTrue) continue;
        const onTrue = bits.slice(0, successes).reduce((sum, bit) => sum + bit, 0);
        next.set(total + onTrue, (next.get(total + onTrue) ?? 0n) + count);
      }
    }
    ways = next;
  }
  return ways;
}

describe('the exact test', () => {
  test('sums the ways that are no likelier than what was seen', () => {
    fc.assert(
      fc.property(fc.array(margins, { minLength: 1, maxLength: 4 }), fc.nat(), (strata, pick) => {
        const ways = waysByTotal(strata);
        const totals = [...ways.keys()].sort((a, b) => a - b);
        const total = totals[pick % totals.length] ?? 0;
        const all = [...ways.values()].reduce((sum, one) => sum + one, 0n);
        const seen = ways.get(total) ?? 0n;
        const rare = [...ways.values()].reduce((sum, one) => sum + (one <= seen ? one : 0n), 0n);
        expect(exactP(strata, total)).toBeCloseTo(Number(rare) / Number(all), 12);
      }),
      { numRuns: 60 },
    );
  });

  test('is as exact for thousands of strata as term by term', () => {
    const strata = Array.from({ length: 900 }, (_, i) => ({ nTrue: 1 + (i % 3), nFalse: 2, successes: 1 + (i % 2) }));
    const slow = oneByOne(strata);
    for (const total of [500, 560, 600, 640]) {
      const seen = slow[total] ?? 0;
      const p = slow.reduce((sum, one) => sum + (one <= seen * (1 + 1e-9) ? one : 0), 0);
      expect(exactP(strata, total) / p).toBeCloseTo(1, 9);
    }
  });

  test('gives the smallest number there is for what no double can hold', () => {
    const strata = Array.from({ length: 3_000 }, () => ({ nTrue: 2, nFalse: 2, successes: 2 }));
    expect(exactP(strata, 6_000)).toBe(Number.MIN_VALUE);
  });

  test('knows the probabilities of the ends of a stratum', () => {
    fc.assert(
      fc.property(margins, (one) => {
        const { p } = hypergeometric(one);
        const { least, most } = logEnds(one);
        expect(Math.exp(least)).toBeCloseTo(p[0] ?? 0, 12);
        expect(Math.exp(most)).toBeCloseTo(p.at(-1) ?? 0, 12);
      }),
    );
  });

  test('deals out strata of thousands of units', () => {
    const { low, p } = hypergeometric({ nTrue: 4_000, nFalse: 6_000, successes: 5_000 });
    expect(p.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    expect(p.reduce((sum, one, i) => sum + (low + i) * one, 0)).toBeCloseTo(2_000, 6);
  });
});

function oneByOne(strata: readonly Margins[]): number[] {
  let all = [1];
  for (const one of strata) {
    const { low, p } = hypergeometric(one);
    const next = new Array<number>(all.length + low + p.length - 1).fill(0);
    for (const [i, left] of all.entries()) {
      for (const [j, right] of p.entries()) next[i + low + j] = (next[i + low + j] ?? 0) + left * right;
    }
    all = next;
  }
  return all;
}
