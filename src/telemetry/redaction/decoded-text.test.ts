import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodedParts } from './decoded-text.ts';

function decoded(coded: string): string {
  return decodedParts(coded)
    .map((part) => part.text)
    .join('|');
}

describe('codes are read', () => {
  test.each([
    ['JSON', String.raw`{\"a\":\"b\\nc\/d\u0041\"}`, String.raw`{"a":"b\nc/dA"}`],
    ['line breaks', String.raw`a\nb\r\tc`, 'a\nb\r\tc'],
    ['programs', String.raw`\x41\u{42}\103\'`, "ABC'"],
    ['percent', 'a%20b%2Fc%u0041', 'a b/cA'],
    ['entities', '&lt;a&gt;&quot;&#65;&#x42;&amp;', '<a>"AB&'],
    ['colours and marks without width', 'a\x1b[1;31mb\x1b[0mc\u200bd\u0000e', 'abcde'],
  ])('of %s', (_kind, coded, text) => {
    expect(decoded(coded)).toBe(text);
  });

  test('and what only looks like one is left', () => {
    expect(decodedParts(String.raw`C:\Users 100% & co &foo; \q`)).toEqual([]);
  });

  test('one level at a time', () => {
    expect(decoded(String.raw`\\\"`)).toBe(String.raw`\"`);
    expect(decoded('%2541')).toBe('%41');
  });
});

test('each place is known in the coded text', () => {
  const piece = fc.constantFrom('a', 'bc ', '\\n', '%41', '&lt;', '\x1b[1m', '\\u0041', 'x'.repeat(700), '\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const coded = pieces.join('');
      for (const { text, sourceOf } of decodedParts(coded)) {
        for (let place = 0; place < text.length; place++) {
          const [from, to] = [sourceOf(place), sourceOf(place + 1)];
          expect(to).toBeGreaterThan(from);
          if (to === from + 1) expect(coded.charAt(from)).toBe(text.charAt(place));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('parts lie apart, hold all codes, and leave out what is far from any', () => {
  const line = `${'word '.repeat(60)}\n`;
  const coded = `first\\n${line.repeat(40)}second%41${line.repeat(40)}`;
  const parts = decodedParts(coded);
  expect(parts.length).toBe(2);
  expect(parts.map(({ text }) => /first\n|secondA/.test(text))).toEqual([true, true]);
  expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(coded.length / 3);
});
