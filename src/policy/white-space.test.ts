import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasWhiteSpace, isBlank, stripped } from './white-space.ts';

const SPACES = [
  9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
];
const OTHERS = [0x1b, 0x21, 0x180e, 0x200b, 0x2060, 0xfeff];

test('white space is that of the contract, which is not that of JavaScript', () => {
  const both = [...SPACES, ...OTHERS].map((code) => String.fromCharCode(code));
  expect(both.map(hasWhiteSpace)).toEqual([...SPACES.map(() => true), ...OTHERS.map(() => false)]);
  expect(both.map(isBlank)).toEqual(both.map(hasWhiteSpace));
  expect(both.map((text) => stripped(text) === '')).toEqual(both.map(hasWhiteSpace));
});

test('what is stripped begins and ends with no white space, and nothing else is gone', () => {
  const text = fc
    .array(fc.constantFrom(' ', '\u3000', '\u001c', 'a', '\ufeff'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, text, (before, middle, after) => {
      const bare = stripped(before + middle + after);
      expect((before + middle + after).includes(bare)).toBe(true);
      expect(bare === '' || (!isBlank(bare.charAt(0)) && !isBlank(bare.charAt(bare.length - 1)))).toBe(true);
    }),
  );
});

test('an empty text is blank and holds no white space', () => {
  expect([isBlank(''), hasWhiteSpace('')]).toEqual([true, false]);
});
