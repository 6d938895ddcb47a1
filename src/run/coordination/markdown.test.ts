import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, code, fenced } from './markdown.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    '`',
    '~',
    '#',
    ' ',
    '\n',
    '\r',
    '\u001b',
    '\u202e',
    '\u200b',
    '<',
    '[',
    'a',
    '\u0085',
    '\u2028',
  ),
});

describe('texts of others in a file for people', () => {
  test('hold nothing that moves a cursor, turns a text round or hides', () => {
    expect(cleanText('a\u001b[31m\u202eb\u200b\tc\r\nd\re')).toBe('a[31mb\tc\nd\ne');
  });

  test('hold no secret', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    for (const text of [cleanText(secret), cleanLine(secret), code(secret), fenced(secret, 'text')])
      expect(text).not.toContain(secret);
  });

  test('never close the fence that they stand in', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = fenced(text, 'text').split('\n');
        const fence = lines.at(-1) ?? '';
        expect(lines[0]).toBe(`${fence}text`);
        expect(lines.slice(1, -1).filter((line) => line.trimStart().startsWith(fence))).toEqual([]);
      }),
    );
  });

  test('are one line of code or of plain text, in which nothing is markup', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const span = code(text);
        expect(span).not.toContain('\n');
        const ticks = /^`+/.exec(span)?.[0].length ?? 0;
        const inner = span.slice(ticks, -ticks);
        expect((inner.match(/`+/g) ?? []).filter((run) => run.length === ticks)).toEqual([]);
        const line = cleanLine(text);
        expect(line).not.toContain('\n');
        expect(line.replace(/\\./g, '')).not.toMatch(/[`*_[\]<>#|~]/);
      }),
    );
  });
});
