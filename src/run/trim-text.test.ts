import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length } from '../base/utf8.ts';
import { firstLines, lastLines, lastWords, tokensOf, withoutMiddle } from './trim-text.ts';

describe('trimming', () => {
  test('what fits stays as it is', () => {
    for (const cut of [withoutMiddle, lastLines, firstLines]) expect(cut('a\nbé', 5)).toBe('a\nbé');
    expect(lastWords(' one two ', 2)).toBe('one two');
  });

  test('lines are kept whole: the last ones with a count, or the first ones', () => {
    const text = Array.from({ length: 9 }, (_, index) => `line ${index}`).join('\n');
    expect(lastLines(text, 40)).toBe('(7 earlier left out)\nline 7\nline 8');
    expect(firstLines(text, 13)).toBe('line 0\nline 1');
    expect(firstLines(text, 12)).toBe('line 0');
    expect(lastLines(text, 5)).toBe('');
    expect(firstLines(text, 5)).toBe('');
  });

  test('of words the last are kept', () => {
    expect(lastWords('one  two\nthree', 2)).toBe('two three');
    expect(lastWords('one', 0)).toBe('');
    expect(lastWords('', -1)).toBe('');
  });

  test('nothing is ever longer than allowed', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n'), maxLength: 300 });
    fc.assert(
      fc.property(texts, fc.nat(200), (text, bytes) => {
        for (const cut of [withoutMiddle, lastLines, firstLines]) {
          expect(utf8Length(cut(text, bytes))).toBeLessThanOrEqual(bytes);
        }
      }),
    );
  });

  test('a token is four bytes, begun ones count', () => {
    expect(['', 'a', 'abcd', 'abcdé'].map(tokensOf)).toEqual([0, 1, 1, 2]);
  });
});
