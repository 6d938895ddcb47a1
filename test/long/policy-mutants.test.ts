import { expect, test } from 'vitest';
import { tryMutants } from '../policy/mutant-trials.ts';
import { share } from './share.ts';

test('200,000 changed documents neither break the policy nor pass where they are known to be invalid', () => {
  const count = share(200_000);
  const { mutants, knownInvalid, foundInvalid } = tryMutants(count, 1_000_000);
  expect(mutants).toBe(count);
  expect(foundInvalid).toBeGreaterThanOrEqual(knownInvalid);
  expect(knownInvalid).toBeGreaterThan(count / 3);
});
