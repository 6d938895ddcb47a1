import { expect, test } from 'vitest';
import { tryMutants } from './mutant-trials.ts';

test('no changed document breaks the policy, and none that is known to be invalid passes', () => {
  const { knownInvalid, foundInvalid, evaluated, continued } = tryMutants(3000, 1);
  expect(foundInvalid).toBeGreaterThanOrEqual(knownInvalid);
  // The trials are no use unless all of these come up.
  expect(knownInvalid).toBeGreaterThan(1000);
  expect(evaluated).toBeGreaterThan(400);
  expect(continued).toBeGreaterThan(50);
});
