import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adaptedPattern } from './adapted-pattern.ts';

const SOURCES = [
  '(?<![\\p{L}\\p{N}_-])(?=[\\p{L}\\p{N}_-]*\\p{Nd})[\\p{L}\\p{Nl}\\p{No}\\p{N}_-]+',
  '(?<=[\\p{L}\\p{N}_])[^\\p{L}\\p{N}\\s]|\\p{Nd}{2}(?:k|s|\\.\\p{Nd}+)?',
];
const char = fc.constantFrom(...'aZkS09_-. \n\ue003éſ\u212aⅣ²٣\u0345');

test.each(SOURCES)('finds what the pattern itself finds: %s', (source) => {
  for (const flags of ['gu', 'giu'] as const) {
    const pattern = adaptedPattern(source, flags);
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: char }), fc.string({ unit: fc.constantFrom(...'aZkS09_-. \ue003') })),
        (text) => {
          expect(text.replace(pattern(text), '<>')).toBe(text.replace(new RegExp(source, flags), '<>'));
        },
      ),
    );
  }
});
