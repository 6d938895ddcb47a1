import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256Hex } from '../base/sha256.ts';
import { systemTextHash } from './text-hash.ts';

test('is the hash that runs everywhere, of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(systemTextHash(text)).toBe(sha256Hex(text));
    }),
  );
  expect(systemTextHash('lone \ud800 surrogate')).toBe(sha256Hex('lone \ud800 surrogate'));
});
