import { describe, expect, test } from 'vitest';
import { goalPolicy } from '../../test/policy/goal-file.ts';
import { policy } from '../../test/policy/samples.ts';
import { cyclesLeft, msLeft } from './bounds.ts';
import { goalRunPolicy, taskRunPolicy } from './run-policy.ts';

const task = taskRunPolicy(policy({ max_cycles: 5n, max_elapsed_seconds: 60n }));
const inGoal = (limits: Parameters<typeof goalPolicy>[1]) =>
  goalRunPolicy(goalPolicy({ max_cycles: 5n, max_elapsed_seconds: 60n }, limits));
const spentBefore = new Map([
  [
    'baseline',
    new Map([
      ['cycle', 8n],
      ['elapsed_seconds', 100n],
    ]),
  ],
]);

describe('what a policy still allows', () => {
  test('is what its limits leave of a task, and never less than nothing', () => {
    expect([0, 4, 5, 9].map((cycle) => cyclesLeft(task, new Map(), cycle))).toEqual([5, 1, 0, 0]);
    expect([0, 59_999, 60_000, 70_000].map((ms) => msLeft(task, new Map(), ms))).toEqual([60_000, 1, 0, 0]);
  });

  test('is bounded by the slice where the goal has no limit', () => {
    expect(cyclesLeft(inGoal({}), spentBefore, 2)).toBe(3);
    expect(msLeft(inGoal({}), spentBefore, 10_000)).toBe(50_000);
  });

  test('is what is left of the goal where that is less, earlier slices counted', () => {
    expect(cyclesLeft(inGoal({ cycle: 10n }), spentBefore, 1)).toBe(1);
    expect(cyclesLeft(inGoal({ cycle: 10n }), spentBefore, 2)).toBe(0);
    expect(msLeft(inGoal({ elapsed_seconds: 100.5 }), spentBefore, 200)).toBe(300);
    expect(msLeft(inGoal({ elapsed_seconds: 90n }), spentBefore, 0)).toBe(0);
  });

  test('counts from nothing where no slice was before', () => {
    expect(cyclesLeft(inGoal({ cycle: 3n }), new Map(), 1)).toBe(2);
  });
});
