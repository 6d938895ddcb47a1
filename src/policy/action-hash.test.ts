import { expect, test } from 'vitest';
import { actionHash } from './action-hash.ts';

test('an action has another hash at another gate and in another goal', () => {
  const asked = { goalId: 'harbour', gate: 'deploy', action: 'to production' };
  const hashes = [asked, { ...asked, gate: 'merge' }, { ...asked, goalId: 'tides' }, { ...asked, action: 'x' }].map(
    actionHash,
  );
  expect(new Set(hashes).size).toBe(4);
  expect(actionHash({ ...asked })).toBe(hashes[0]);
});
