import { expect, test } from 'vitest';
import { holdEqual } from '../../bench/controller/equality.ts';
import { share } from './share.ts';

test('the reflective domain and the hand-written controller are equal on any sequence of intents', () => {
  expect(() => holdEqual(Math.max(500, share(10_000)))).not.toThrow();
});
