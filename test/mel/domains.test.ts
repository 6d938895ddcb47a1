import { expect, test } from 'vitest';
import { agreeOnDomains } from './domains/agreement.ts';

test('domains end every dispatch alike in every mode and by the rules, within the steps that were foretold', async () => {
  const { dispatches, endings } = await agreeOnDomains(20, 1);
  expect(dispatches).toBe(240);
  const kinds = [...endings.keys()].map((ending) => ending.split(' ')[0]);
  expect(kinds).toEqual(expect.arrayContaining(['ok', 'stop', 'fail', 'failed', 'blocked']));
});
