import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DocumentParts } from './document-parts.ts';

const utf8 = new TextEncoder();
const decoder = new TextDecoder();

interface Walked {
  readonly pieces: readonly (readonly [kind: string, key: string | null, value?: unknown])[];
  readonly end: 'whole' | 'broken' | 'unfinished';
}

/** Walks a text in chunks of a size, each in the memory of the one before; `parts` names the list that is streamed. */
function walk(text: string, parts: string | null, chunkBytes = 1000, maxBytes = 1000): Walked {
  const pieces: (readonly [string, string | null, unknown?])[] = [];
  const walker = new DocumentParts(
    maxBytes,
    (key) => key === parts,
    (piece) => {
      if (piece.kind === 'large') pieces.push([piece.kind, piece.key]);
      else pieces.push([piece.kind, piece.key, JSON.parse(decoder.decode(piece.bytes))]);
    },
  );
  const bytes = utf8.encode(text);
  const memory = Buffer.alloc(chunkBytes);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    memory.fill(0x41);
    memory.set(chunk);
    walker.push(memory.subarray(0, chunk.length));
  }
  return { pieces, end: walker.isWhole ? 'whole' : walker.isBroken ? 'broken' : 'unfinished' };
}

describe('DocumentParts', () => {
  test('gives the elements of a list one by one', () => {
    const { pieces, end } = walk(' [1, "a,]\\"", {"b":[1,{}]}, [], null ] ', null);
    expect(end).toBe('whole');
    expect(pieces.map(([kind, key, value]) => [kind, key, value])).toEqual([
      ['part', null, 1],
      ['part', null, 'a,]"'],
      ['part', null, { b: [1, {}] }],
      ['part', null, []],
      ['part', null, null],
    ]);
  });

  test('gives the elements of the named list of an object, and its other members whole', () => {
    const { pieces } = walk('{"id":7,"spans":[{"n":1},2],"more":{"spans":[3]},"list":[4]}', 'spans');
    expect(pieces).toEqual([
      ['member', 'id', 7],
      ['part', 'spans', { n: 1 }],
      ['part', 'spans', 2],
      ['member', 'more', { spans: [3] }],
      ['member', 'list', [4]],
    ]);
  });

  test('knows a key that is written with escapes', () => {
    expect(walk('{"sp\\u0061ns":[1]}', 'spans').pieces).toEqual([['part', 'spans', 1]]);
  });

  test('lets go what is too large, wherever the chunks end, and goes on', () => {
    for (const size of [1, 2, 7, 100]) {
      const { pieces, end } = walk('[1,"0123456789",[1,2,3,4,5,6,7],2]', null, size, 8);
      expect(end).toBe('whole');
      expect(pieces).toEqual([
        ['part', null, 1],
        ['large', null],
        ['large', null],
        ['part', null, 2],
      ]);
    }
  });

  test.each([
    ['a second document', '[1]\n[2]'],
    ['a word', 'hello'],
    ['a key that is no text', '{1:2}'],
    ['a bracket that closes another', '[1}'],
    ['a missing colon', '{"a" 1}'],
    ['a missing comma', '["a" "b"]'],
  ])('is broken by %s', (_, text) => {
    expect(walk(text, null).end).toBe('broken');
  });

  test('gives what stands before the end of a document that is cut off', () => {
    expect(walk('[1,{"a":2},{"a":', null)).toEqual({
      pieces: [
        ['part', null, 1],
        ['part', null, { a: 2 }],
      ],
      end: 'unfinished',
    });
  });

  test('finds in any document, in chunks of any size, what JSON.parse finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(undefined, 1),
        (list, others, chunkBytes, indent) => {
          const plain: unknown[] = JSON.parse(JSON.stringify(list));
          const asList = walk(JSON.stringify(list, null, indent), null, chunkBytes, 100_000);
          expect(asList.end).toBe('whole');
          expect(asList.pieces.map(([, , value]) => value)).toEqual(plain);
          const entries = Object.entries(others).filter(([key]) => key !== 'parts' && key !== '__proto__');
          const document = { ...Object.fromEntries(entries), parts: list };
          const walked = walk(JSON.stringify(document, null, indent), 'parts', chunkBytes, 100_000);
          expect(walked.end).toBe('whole');
          const found = walked.pieces.filter(([kind]) => kind === 'part').map(([, , value]) => value);
          expect(found).toEqual(plain);
          const members = walked.pieces.filter(([kind]) => kind === 'member').map(([, key, value]) => [key, value]);
          expect(Object.fromEntries(members)).toEqual(JSON.parse(JSON.stringify(Object.fromEntries(entries))));
        },
      ),
    );
  });

  test('takes any bytes without a throw', () => {
    const tokens = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', ' ', '\\', '"'));
    fc.assert(
      fc.property(tokens, (pieces) => {
        const walker = new DocumentParts(
          4,
          (key) => key === 'a' || key === null,
          () => {},
        );
        for (const piece of pieces) walker.push(utf8.encode(piece));
        expect(walker.isWhole && walker.isBroken).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
