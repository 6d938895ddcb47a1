import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlainJson } from '../../base/exact-json.ts';
import { parsePythonLiteral } from './python-literal.ts';

/** A value as Python's `repr` writes it. */
function repr(value: PlainJson): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${repr(key)}: ${repr(item)}`)
    .join(', ')}}`;
}

describe('parsePythonLiteral', () => {
  test.each<[string, PlainJson]>([
    ["{'a': 1, 'b': [True, False, None]}", { a: 1, b: [true, false, null] }],
    ["('x', \"it's\",)", ['x', "it's"]],
    ["'''two\nlines'''", 'two\nlines'],
    ["u'caf\\xe9 \\u2028 \\U0001f642'", 'café \u2028 🙂'],
    ["r'\\d+'", '\\d+'],
    ["'\\q'", '\\q'],
    ['-1.5e3', -1500],
    ['1_000', 1000],
    ['{1: 2}', { '1': 2 }],
    [' [ ] ', []],
  ])('reads %s', (text, value) => {
    expect(parsePythonLiteral(text)).toEqual(value);
  });

  test.each([
    '',
    'foo',
    '{1, 2}',
    '[1',
    "'a",
    '{[]: 1}',
    '1 2',
    'nan',
    '[1}',
    '{"a" 1}',
    '__import__("os")',
    "'\\xzz'",
  ])('takes %j for no literal', (text) => {
    expect(parsePythonLiteral(text)).toBeUndefined();
  });

  test('reads what Python writes of any data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const plain: PlainJson = JSON.parse(JSON.stringify(value));
        expect(parsePythonLiteral(repr(plain))).toEqual(plain);
      }),
    );
  });

  test('ends on any text, and gives no answer to what nests too deep', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}[](),:\'"\\ru1.eN') }),
        (text) => void parsePythonLiteral(text),
      ),
    );
    expect(parsePythonLiteral('['.repeat(100_000))).toBeUndefined();
  });
});
