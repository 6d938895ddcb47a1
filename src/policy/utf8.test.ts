import { expect, test } from 'vitest';
import { decodeUtf8 } from './utf8.ts';

const decoded = (...bytes: readonly number[]) => decodeUtf8(Uint8Array.from(bytes));

test('text is read as it is, a byte order mark and what lies beyond the first plane included', () => {
  expect(decoded(0xef, 0xbb, 0xbf, 0x61, 0xf0, 0x9f, 0x8c, 0x8a)).toEqual({
    kind: 'text',
    text: '\ufeffa\ud83c\udf0a',
  });
});

test.each<[string, readonly number[], string]>([
  ['a continuation without a start', [0x61, 0x80], 'byte 0x80 in position 1: invalid start byte'],
  ['an overlong form', [0xc0, 0xaf], 'byte 0xc0 in position 0: invalid start byte'],
  ['a start with another one after it', [0xc3, 0x28], 'byte 0xc3 in position 0: invalid continuation byte'],
  ['a long overlong form', [0xe0, 0x9f, 0xbf], 'byte 0xe0 in position 0: invalid continuation byte'],
  ['a surrogate', [0xed, 0xa0, 0x80], 'byte 0xed in position 0: invalid continuation byte'],
  ['what no plane holds', [0xf4, 0x90, 0x80, 0x80], 'byte 0xf4 in position 0: invalid continuation byte'],
  ['an overlong form of four', [0xf0, 0x8f, 0xbf, 0xbf], 'byte 0xf0 in position 0: invalid continuation byte'],
  ['two good bytes before a bad one', [0xe2, 0x82, 0x28], 'bytes in position 0-1: invalid continuation byte'],
  ['an end in the middle', [0x61, 0xe2, 0x82], 'bytes in position 1-2: unexpected end of data'],
])('%s is named with its place', (_what, bytes, fault) => {
  expect(decoded(...bytes)).toEqual({ kind: 'refused', detail: `'utf-8' codec can't decode ${fault}` });
});
