import { describe, expect, test } from 'vitest';
import { typeBudgets } from './type-budgets.ts';

describe('type budgets', () => {
  test('add up to k and are never negative', () => {
    for (let k = 0; k <= 50; k++) {
      for (const hasError of [false, true]) {
        const slots = Object.values(typeBudgets(k, hasError));
        expect(slots.reduce((sum, one) => sum + one)).toBe(k);
        expect(Math.min(...slots)).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
