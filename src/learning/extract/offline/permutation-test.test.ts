import { describe, expect, test } from 'vitest';
import type { Margins } from './hypergeometric.ts';
import { type PermutationTask, permutationTests } from './permutation-test.ts';

/** Pairs of results, the first of each on the true side. */
function pairs(
  results: readonly (readonly [number, number])[],
  members: Partial<PermutationTask> = {},
): PermutationTask {
  const strata = results.map(([yes, no]) => ({ y: Float64Array.of(yes, no), nTrue: 1 }));
  return {
    seed: 'seed',
    deal: () => ({ strata, observed: results.reduce((sum, [yes]) => sum + yes, 0) }),
    units: 2 * results.length,
    maxDraws: 9_999,
    ...members,
  };
}

const many = (count: number, pair: readonly [number, number]) => Array.from({ length: count }, () => pair);
const NULL_RESULTS = [...many(6, [0.9, 0.2]), ...many(6, [0.2, 0.9])];
const PLENTY = 1e9;

describe('permutation tests', () => {
  test('stop at the twentieth hit', () => {
    const [result] = permutationTests([pairs(NULL_RESULTS)], 20, { left: PLENTY });
    expect(result?.draws).toBeLessThan(60);
    expect(result?.p).toBe(20 / (result?.draws ?? 0));
  });

  test('go on to the last draw where nothing is hit', () => {
    const [result] = permutationTests([pairs(many(40, [0.9, 0.2]))], 20, { left: PLENTY });
    expect(result).toEqual({ p: 1 / 10_000, draws: 9_999, isUnfinished: false });
  });

  test('come to the exact p where results are 0 and 1', () => {
    const strata = [
      { nTrue: 3, nFalse: 2, successes: 3 },
      { nTrue: 1, nFalse: 4, successes: 2 },
      { nTrue: 4, nFalse: 3, successes: 4 },
    ];
    const dealt = strata.map(({ nTrue, nFalse, successes }) => {
      return { y: Float64Array.from({ length: nTrue + nFalse }, (_, i) => (i < successes ? 1 : 0)), nTrue };
    });
    const task = pairs([], { maxDraws: 60_000, deal: () => ({ strata: dealt, observed: 7 }) });
    const [result] = permutationTests([task], 60_000, { left: PLENTY });
    const middle = strata.reduce((sum, one) => sum + (one.nTrue * one.successes) / (one.nTrue + one.nFalse), 0);
    const share = [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .filter((total) => Math.abs(total - middle) >= Math.abs(7 - middle) - 1e-9)
      .reduce((sum, total) => sum + probability(strata, total), 0);
    expect(result?.p).toBeCloseTo(share, 2);
  });

  test('never move more units than the budget holds, and say whom it stopped', () => {
    const budget = { left: 24 * 5_000 };
    const first = pairs(many(6, [0.9, 0.2]));
    const results = permutationTests([pairs(many(12, [0.9, 0.2])), { ...first, seed: 'other' }], 20, budget);
    expect(budget.left).toBeGreaterThanOrEqual(0);
    expect(budget.left).toBeLessThan(24);
    expect(results.map((one) => one.isUnfinished)).toContain(true);
    const moved = results.reduce((sum, one, index) => sum + one.draws * (index === 0 ? 24 : 12), 0);
    expect(moved + budget.left).toBe(24 * 5_000);
  });

  test('serve all in rounds, so that one does not starve another', () => {
    const tasks = ['one', 'two'].map((seed) => pairs(many(40, [0.9, 0.2]), { seed }));
    const results = permutationTests(tasks, 20, { left: 80 * 4_000 });
    expect(results.map((one) => one.draws)).toEqual([2_000, 2_000]);
    expect(results.map((one) => one.p)).toEqual([1 / 2_001, 1 / 2_001]);
  });

  test('draw the same for the same seed, whatever else is tested', () => {
    const task = pairs([...many(9, [0.9, 0.2]), ...many(3, [0.2, 0.9])]);
    const [alone] = permutationTests([task], 20, { left: PLENTY });
    const [, among] = permutationTests([{ ...task, seed: 'other' }, task], 20, { left: PLENTY });
    expect(among).toEqual(alone);
  });
});

function probability(strata: readonly Margins[], total: number): number {
  let all = new Map([[0, 1]]);
  for (const { nTrue, nFalse, successes } of strata) {
    const next = new Map<number, number>();
    for (let x = Math.max(0, successes - nFalse); x <= Math.min(nTrue, successes); x++) {
      const share = (choose(nTrue, x) * choose(nFalse, successes - x)) / choose(nTrue + nFalse, successes);
      for (const [sum, p] of all) next.set(sum + x, (next.get(sum + x) ?? 0) + p * share);
    }
    all = next;
  }
  return all.get(total) ?? 0;
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways;
}
