import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineSplitter } from './lines.ts';

const decoder = new TextDecoder();

/** What comes of bytes that are given in chunks, each in the memory of the one before. */
function splitLines(bytes: Uint8Array, sizes: readonly number[], maxBytes = 1000): readonly string[] {
  const found: string[] = [];
  const lines = new LineSplitter(maxBytes, (line) => {
    found.push(line.kind === 'overlong' ? 'overlong' : `${line.isTorn ? 'torn ' : ''}${decoder.decode(line.bytes)}`);
  });
  const memory = Buffer.alloc(Math.max(1, ...sizes));
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const chunk = bytes.subarray(at, at + (sizes[n % sizes.length] ?? bytes.length));
    memory.fill(0x41);
    memory.set(chunk);
    lines.push(memory.subarray(0, chunk.length));
    at += chunk.length;
  }
  memory.fill(0x41);
  lines.end();
  return found;
}

const utf8 = new TextEncoder();

describe('LineSplitter', () => {
  test('gives lines without their line feed, also empty ones, and says that the last one has none', () => {
    expect(splitLines(utf8.encode('a\n\nbc\r\nd'), [3])).toEqual(['a', '', 'bc\r', 'torn d']);
    expect(splitLines(utf8.encode('a\n'), [3])).toEqual(['a']);
    expect(splitLines(new Uint8Array(0), [3])).toEqual([]);
  });

  test('lets a line go that is too long, wherever the chunks end, and reads on', () => {
    const bytes = utf8.encode('abc\nabcd\nabc\nabcdefgh');
    for (const size of [1, 2, 3, 4, 5, 8, 30])
      expect(splitLines(bytes, [size], 3)).toEqual(['abc', 'overlong', 'abc', 'overlong']);
  });

  test('gives the same in chunks of any sizes as at once', () => {
    const text = fc.array(fc.constantFrom('a', 'é', '\n', '\u2028', '"', 'bcdefgh'), { maxLength: 60 });
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (pieces, sizes) => {
        const bytes = utf8.encode(pieces.join(''));
        for (const maxBytes of [1000, 7]) {
          const whole = splitLines(bytes, [Math.max(1, bytes.length)], maxBytes);
          expect(splitLines(bytes, sizes, maxBytes)).toEqual(whole);
        }
      }),
    );
  });
});
