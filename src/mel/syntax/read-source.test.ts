import { describe, expect, test } from 'vitest';
import { readSource } from './read-source.ts';
import { MAX_SOURCE_LENGTH } from './source-length.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('readSource', () => {
  test('reads UTF-8 as it stands, a byte order mark included', () => {
    const text = '\ufeffdomain Ä { } // 😀\r\n';
    expect(readSource(new TextEncoder().encode(text))).toEqual({ kind: 'text', text });
    expect(readSource(bytes())).toEqual({ kind: 'text', text: '' });
  });

  test.each([
    ['a stray continuation', bytes(97, 10, 98, 0x80), { offset: 3, line: 2, column: 2 }],
    ['an overlong form', bytes(0xc0, 0xaf), { offset: 0, line: 1, column: 1 }],
    ['an overlong form of three bytes', bytes(0xe0, 0x80, 0xaf), { offset: 0, line: 1, column: 1 }],
    ['a surrogate', bytes(97, 0xed, 0xa0, 0x80), { offset: 1, line: 1, column: 2 }],
    ['a character past the last', bytes(0xf4, 0x90, 0x80, 0x80), { offset: 0, line: 1, column: 1 }],
    ['a byte that leads nothing', bytes(0xff), { offset: 0, line: 1, column: 1 }],
    ['a sequence cut short', bytes(0xf0, 0x9f, 0x98, 0x80, 0xe2, 0x82), { offset: 2, line: 1, column: 3 }],
    ['a sequence broken off', bytes(0xc3, 0x28), { offset: 0, line: 1, column: 1 }],
    ['a NUL', bytes(0xc3, 0xa4, 0, 97), { offset: 1, line: 1, column: 2 }],
  ])('refuses %s where it begins', (_name, source, start) => {
    expect(readSource(source)).toMatchObject({
      kind: 'refused',
      diagnostic: { code: 'MEL_IO', severity: 'error', span: { start } },
    });
  });

  test('agrees with the strict decoder of the platform on every pair of bytes', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    for (let first = 1; first < 256; first += 1) {
      for (let second = 1; second < 256; second += 1) {
        const source = bytes(first, second, 0x80, 0x80);
        let isValid = true;
        try {
          strict.decode(source);
        } catch {
          isValid = false;
        }
        expect(readSource(source).kind === 'text').toBe(isValid);
      }
    }
  });

  test('refuses what is too long before decoding it', () => {
    expect(readSource(new Uint8Array(MAX_SOURCE_LENGTH * 3 + 1))).toMatchObject({
      kind: 'refused',
      diagnostic: { code: 'E_LIMIT' },
    });
  });
});
