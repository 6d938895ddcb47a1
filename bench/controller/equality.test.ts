import { expect, test } from 'vitest';
import { holdEqual } from './equality.ts';

test('the reflective domain and the hand-written controller are equal on any sequence of intents', () => {
  expect(() => holdEqual(500)).not.toThrow();
});
