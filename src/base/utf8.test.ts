import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8End, utf8Length, utf8Start } from './utf8.ts';

const texts = fc.string({ unit: 'binary' });

describe('utf8', () => {
  test('a text that fits stays whole, byte order mark included', () => {
    expect(utf8Start('\ufeffé', 5)).toBe('\ufeffé');
    expect(utf8End('\ufeffé', 5)).toBe('\ufeffé');
  });

  test('a code point is never cut', () => {
    expect(utf8Start('aé😀', 6)).toBe('aé');
    expect(utf8End('😀éa', 6)).toBe('éa');
    expect(utf8Start('😀', 3)).toBe('');
    expect(utf8End('é', -1)).toBe('');
  });

  test('parts are parts of the text and at most three bytes short of what was allowed', () => {
    fc.assert(
      fc.property(texts, fc.nat(40), (text, bytes) => {
        const start = utf8Start(text, bytes);
        const end = utf8End(text, bytes);
        expect(text.startsWith(start) && text.endsWith(end)).toBe(true);
        for (const part of [start, end]) {
          expect(utf8Length(part)).toBeLessThanOrEqual(bytes);
          expect(utf8Length(part)).toBeGreaterThan(Math.min(bytes, utf8Length(text)) - 4);
        }
      }),
    );
  });
});
