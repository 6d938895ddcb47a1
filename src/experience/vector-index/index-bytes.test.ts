import { describe, expect, test } from 'vitest';
import { indexBytes, readIndexBytes } from './index-bytes.ts';
import { PlainIndex } from './plain-index.ts';
import { ScanIndex } from './scan-index.ts';
import type { VectorIndex } from './vector-index.ts';

const DIMS = 6;

function filled(index: VectorIndex): VectorIndex {
  for (const id of [7, 3, 900, 12]) {
    index.upsert(id, {
      group: { type: 'convention', domain: id === 3 ? 'fs' : 'Ünïcode', status: 'active' },
      confidence: 1 / id,
      text: Float32Array.from({ length: DIMS }, (_, i) => Math.sin(id * i)),
      situation: id % 2 === 0 ? Float32Array.from({ length: DIMS }, (_, i) => Math.cos(id + i)) : null,
    });
  }
  return index;
}

function contents(index: VectorIndex): unknown {
  return [...index.ids()].sort((a, b) => a - b).map((id) => [id, index.get(id)]);
}

function bytesOf(change: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = indexBytes(filled(new PlainIndex('e', DIMS)));
  change(bytes);
  return bytes;
}

describe('an index as bytes', () => {
  test('is the same again when it is read, by whichever index', () => {
    const bytes = indexBytes(filled(new ScanIndex('e', DIMS)));
    for (const index of [new PlainIndex('e', DIMS), new ScanIndex('e', DIMS)]) {
      readIndexBytes(bytes, index);
      expect(contents(index)).toEqual(contents(filled(new PlainIndex('e', DIMS))));
      expect(indexBytes(index)).toEqual(bytes);
    }
  });

  test('is read wherever it lies in a larger file', () => {
    const bytes = indexBytes(filled(new PlainIndex('e', DIMS)));
    const file = new Uint8Array(bytes.length + 3);
    file.set(bytes, 3);
    const index = new PlainIndex('e', DIMS);
    readIndexBytes(file.subarray(3), index);
    expect(indexBytes(index)).toEqual(bytes);
  });

  test('of an empty one is empty', () => {
    const index = new PlainIndex('e', DIMS);
    readIndexBytes(indexBytes(new ScanIndex('e', DIMS)), index);
    expect(index.size).toBe(0);
  });

  test.each([
    ['cut off', (): Uint8Array => bytesOf(() => {}).slice(0, -4)],
    ['cut off in its head', (): Uint8Array => bytesOf(() => {}).slice(0, 40)],
    ['nothing', (): Uint8Array => new Uint8Array(0)],
    ['of another kind', (): Uint8Array => bytesOf((bytes) => bytes.fill(1, 0, 4))],
    ['with a damaged head', (): Uint8Array => bytesOf((bytes) => bytes.fill(1, 16, 24))],
  ])('is refused where it is %s', (_, make) => {
    expect(() => readIndexBytes(make(), new PlainIndex('e', DIMS))).toThrow(/damaged/);
  });

  test('is refused by an index of another encoder, and where a later Praxis wrote it', () => {
    const bytes = bytesOf(() => {});
    expect(() => readIndexBytes(bytes, new PlainIndex('f', DIMS))).toThrow(/vectors of e/);
    bytes[4] = 2;
    expect(() => readIndexBytes(bytes, new PlainIndex('e', DIMS))).toThrow(/version 2/);
  });
});
