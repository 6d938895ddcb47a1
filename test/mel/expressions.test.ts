import { expect, test } from 'vitest';
import { agree } from './expressions/agreement.ts';

/** A share of what the long test asks for. */
const LEAST = 25;

test('expressions have the values of the rules in every mode, of the types that were inferred', async () => {
  const { counts, values, strict } = await agree(LEAST, 3);
  expect(counts.rarest[0]?.[1]).toBeGreaterThanOrEqual(LEAST);
  expect(strict / values).toBeGreaterThan(0.5);
});
