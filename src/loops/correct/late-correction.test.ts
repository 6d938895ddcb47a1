import { expect, test } from 'vitest';
import { lateReward } from './late-correction.ts';

const weights = { w1: 0.4, w2: 0.6 };

test('a late correction takes acceptance away', () => {
  expect(lateReward({ rhoS: 0.5, rhoA: 1, outcome: null, weights })).toEqual({
    parts: { rhoS: 0.5, rhoA: 0, outcome: null, weights },
    reward: 0.2,
    isOutcomeKnown: false,
  });
});

test('an outcome stands before the acceptance that a late correction takes away', () => {
  expect(lateReward({ rhoS: 1, rhoA: null, outcome: 1, weights })).toMatchObject({ reward: 1, isOutcomeKnown: true });
});
