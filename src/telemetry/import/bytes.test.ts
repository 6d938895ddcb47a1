import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteCollector, foreignEncoding, wholeHead, withoutMark } from './bytes.ts';

const text = '{"type":"user"}\n';
const utf8 = new TextEncoder();

function encoded(name: string, hasMark: boolean): Uint8Array {
  const codes = Array.from(hasMark ? `\ufeff${text}` : text, (char) => char.charCodeAt(0));
  const [size, isLittle] = { utf16le: [2, true], utf16be: [2, false], utf32le: [4, true], utf32be: [4, false] }[
    name
  ] ?? [1, true];
  const view = new DataView(new ArrayBuffer(codes.length * Number(size)));
  codes.forEach((code, n) => {
    if (size === 2) view.setUint16(n * 2, code, Boolean(isLittle));
    else view.setUint32(n * 4, code, Boolean(isLittle));
  });
  return new Uint8Array(view.buffer);
}

describe('foreignEncoding', () => {
  test.each([
    ['utf16le', 'UTF-16'],
    ['utf16be', 'UTF-16'],
    ['utf32le', 'UTF-32'],
    ['utf32be', 'UTF-32'],
  ])('knows %s with a byte-order mark and without', (name, expected) => {
    expect(foreignEncoding(encoded(name, true))).toBe(expected);
    expect(foreignEncoding(encoded(name, false))).toBe(expected);
  });

  test('knows what packers write', () => {
    expect(foreignEncoding(new Uint8Array([0x1f, 0x8b, 8, 0]))).toBe('gzip');
    expect(foreignEncoding(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd]))).toBe('Zstandard');
    expect(foreignEncoding(new Uint8Array([0x50, 0x4b, 3, 4]))).toBe('ZIP');
  });

  test('says nothing against UTF-8, Latin-1, protobuf, NUL bytes and nothing at all', () => {
    expect(foreignEncoding(utf8.encode(`\ufeff${text}`))).toBeNull();
    expect(foreignEncoding(new Uint8Array([0x7b, 0x22, 0xe9, 0x22]))).toBeNull();
    expect(foreignEncoding(new Uint8Array([0, 0, 1, 7, 0x0a, 0x80, 2]))).toBeNull();
    expect(foreignEncoding(new Uint8Array([0, 0, 0, 0]))).toBeNull();
    expect(foreignEncoding(new Uint8Array(0))).toBeNull();
  });
});

describe('withoutMark', () => {
  test('takes the mark from the beginning and from nowhere else', () => {
    expect(withoutMark(utf8.encode('\ufeff{}'))).toEqual(utf8.encode('{}'));
    expect(withoutMark(utf8.encode('{\ufeff}'))).toEqual(utf8.encode('{\ufeff}'));
  });
});

describe('ByteCollector', () => {
  test('holds what was added since it was cleared, whatever happens to the pieces, unless it is too much', () => {
    const runs = fc.array(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), { maxLength: 5 });
    fc.assert(
      fc.property(runs, fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 200 }), (some, last, maxBytes) => {
        const collector = new ByteCollector(maxBytes);
        for (const run of some) {
          for (const piece of run) {
            const memory = Buffer.from(piece);
            collector.add(memory);
            memory.fill(0);
          }
          const whole = run.flatMap((piece) => [...piece]);
          expect(collector.isOverfull).toBe(whole.length > maxBytes);
          expect([...collector.bytes]).toEqual(whole.length > maxBytes ? [] : whole);
          const finished = collector.finish(last);
          const all = [...whole, ...last];
          expect(finished === null ? null : [...finished]).toEqual(all.length > maxBytes ? null : all);
          expect(collector.isEmpty).toBe(true);
        }
      }),
    );
  });
});

describe('wholeHead', () => {
  test('gives the same bytes, and enough of them at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 6 })),
        fc.integer({ min: 1, max: 12 }),
        async (some, count) => {
          async function* chunks() {
            yield* some;
          }
          const found: Uint8Array[] = [];
          for await (const chunk of wholeHead(chunks(), count)) found.push(chunk.slice());
          const all = some.flatMap((chunk) => [...chunk]);
          expect(found.flatMap((chunk) => [...chunk])).toEqual(all);
          expect(found[0]?.length ?? 0).toBeGreaterThanOrEqual(Math.min(count, all.length));
          expect(found.every((chunk) => chunk.length > 0)).toBe(true);
        },
      ),
    );
  });
});
