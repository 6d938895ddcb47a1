import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText } from './canonical-json.ts';
import type { ExactJson } from './exact-json.ts';
import { parseExactJson } from './exact-json-parse.ts';

function parsed(text: string): ExactJson {
  const result = parseExactJson(text);
  if (result.kind === 'refused') throw new Error(result.detail);
  return result.value;
}

function detail(text: string): string {
  const result = parseExactJson(text);
  return result.kind === 'refused' ? result.detail : 'parsed';
}

describe('parseExactJson', () => {
  test('tells integers from floats and keeps every digit of an integer', () => {
    expect(parsed('[1, 1.0, 1e0, -0, 9007199254740993]')).toEqual([1n, 1, 1, 0n, 9007199254740993n]);
    expect(Object.is(parsed('-0.0'), -0)).toBe(true);
    expect(parsed('1e400')).toBe(Number.POSITIVE_INFINITY);
  });

  test('reads NaN and the infinities for the checks to refuse', () => {
    expect(parsed('[NaN, Infinity, -Infinity]')).toEqual([Number.NaN, Infinity, -Infinity]);
  });

  test('keeps members in document order and keys such as __proto__ and 10', () => {
    const object = parsed('{"b":1,"10":2,"__proto__":3,"9":4}');
    expect(object instanceof Map && Array.from(object.keys())).toEqual(['b', '10', '__proto__', '9']);
  });

  test('resolves escapes, surrogate pairs and lone surrogates', () => {
    expect(parsed('"\\ud83d\\ude00 \\ud800 \\/\\b\\f\\n\\r\\t\\"\\\\"')).toBe('😀 \ud800 /\b\f\n\r\t"\\');
  });

  test.each([
    ['', 'Expecting value: line 1 column 1 (char 0)'],
    ['[1,]', 'Expecting value: line 1 column 4 (char 3)'],
    ['{"a":1,}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
    ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
    ['[01]', "Expecting ',' delimiter: line 1 column 3 (char 2)"],
    ['[1 2', "Expecting ',' delimiter: line 1 column 4 (char 3)"],
    ['1e', 'Extra data: line 1 column 2 (char 1)'],
    ['+1', 'Expecting value: line 1 column 1 (char 0)'],
    ['"a', 'Unterminated string starting at: line 1 column 1 (char 0)'],
    ['"\t"', 'Invalid control character at: line 1 column 2 (char 1)'],
    ['"\\x"', 'Invalid \\escape: line 1 column 2 (char 1)'],
    ['"\\u12"', 'Invalid \\uXXXX escape: line 1 column 3 (char 2)'],
    ['\ufeff{}', 'Unexpected UTF-8 BOM (decode using utf-8-sig): line 1 column 1 (char 0)'],
    ['{\n"😀": x}', 'Expecting value: line 2 column 6 (char 7)'],
  ])('refuses %j', (text, expected) => {
    expect(detail(text)).toBe(expected);
  });

  test('judges a repeated key when its object closes', () => {
    expect(detail('{"a":1,"\\u0061":2}')).toBe('duplicate JSON key: a');
    expect(detail('{"a":1,"a":2,"b":{"k":1,"k":1}}')).toBe('duplicate JSON key: k');
    expect(detail('{"a":1,"a":2')).toBe("Expecting ',' delimiter: line 1 column 13 (char 12)");
  });

  test('refuses integers of more than 4300 digits and nesting deeper than 1000 levels', () => {
    expect(parseExactJson('9'.repeat(4300)).kind).toBe('parsed');
    expect(detail(`-${'9'.repeat(4301)}`)).toContain('4300 digits');
    expect(parseExactJson('['.repeat(1000) + ']'.repeat(1000)).kind).toBe('parsed');
    expect(detail('['.repeat(100_000))).toContain('Nesting deeper than 1000 levels');
  });

  test('agrees with JSON.parse on which texts are JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 01.e-+ntruefalsu\n') }), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        const result = parseExactJson(text);
        const isDuplicate = result.kind === 'refused' && result.problem.kind === 'duplicate-key';
        expect(result.kind === 'parsed' || isDuplicate).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  test('reads back what JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(canonicalText(parsed(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});
