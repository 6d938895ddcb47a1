import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWords, firstSentences, firstWords } from './words.ts';

describe('words', () => {
  test('are tokens with a letter or a digit', () => {
    expect(countWords('Prefer `rg` - not grep (2×) …')).toBe(5);
  });

  test('are cut off after a number of them, whatever stands between', () => {
    expect(firstWords('use  a – b\tthen c', 3)).toBe('use  a – b');
    expect(firstWords('use a', 3)).toBe('use a');
  });

  test('of a cut text are never more than asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(5), (text, limit) => {
        expect(countWords(firstWords(text, limit))).toBe(Math.min(limit, countWords(text)));
      }),
    );
  });

  test('end a sentence also inside quotes and brackets', () => {
    expect(firstSentences('He said "stop." And went on', 64)).toBe('He said "stop."');
    expect(firstSentences('version 1.2 is out', 64)).toBeUndefined();
  });
});
