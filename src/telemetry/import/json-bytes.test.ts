import { describe, expect, test } from 'vitest';
import { readJson } from './json-bytes.ts';

const utf8 = new TextEncoder();

describe('readJson', () => {
  test.each([
    ['{"a":"\u2028"}', { kind: 'value', value: { a: '\u2028' } }],
    [' 1\r', { kind: 'value', value: 1 }],
    ['', { kind: 'blank' }],
    [' \t\r', { kind: 'blank' }],
    ['{"a":1}{"b":2}', { kind: 'malformed' }],
    ['"\0"', { kind: 'malformed' }],
    ['\0', { kind: 'malformed' }],
    ['{"a":', { kind: 'malformed' }],
  ])('reads %j', (text, expected) => {
    expect(readJson(utf8.encode(text))).toEqual(expected);
  });

  test('reads bytes that are no UTF-8 as U+FFFD', () => {
    expect(readJson(Uint8Array.from([0x22, 0xe9, 0x22]))).toEqual({ kind: 'value', value: '\ufffd' });
  });
});
