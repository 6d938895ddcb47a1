import { expect, test } from 'vitest';
import { agree } from './expressions/agreement.ts';

test('expressions have the values of the rules in every mode, of the types that were inferred', async () => {
  const { counts, values, strict } = await agree(100, 3);
  expect(counts.rarest[0]?.[1]).toBeGreaterThanOrEqual(100);
  expect(strict / values).toBeGreaterThan(0.5);
});
