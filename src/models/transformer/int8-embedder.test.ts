import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { cosine, referenceTexts, TRIPLES } from '../../../test/support/reference-texts.ts';
import { int8Embedder, openInt8Model } from './int8-embedder.ts';
import { readModelRecord } from './model-record.ts';

const FOLDER = join(import.meta.dirname, '../../../models/all-MiniLM-L6-v2');
/**
 * Of the vectors of all reference texts in order, little-endian. The same on every machine and Node. Whoever has to change it
 * raises PASS_VERSION, by which libraries know that their vectors are of another kind.
 */
const GOLDEN = 'ec08aaf9fb826bb2bf5fbbbc855c40cf8660ce754f8efb6b0bfd1ea21bc3c71c';

const record = readModelRecord(FOLDER);
const thresholds = { dupAt: 0.85, simFloor: 0.35, clusterAt: 0.75, remedyAt: 0.6 };
const texts = referenceTexts();

async function vectors(): Promise<readonly Float32Array[]> {
  const found = await int8Embedder(FOLDER, record, thresholds).embed(texts.map(({ text }) => text));
  return found.map((vector) => vector ?? new Float32Array());
}

describe('the int8 pass over all-MiniLM-L6-v2', () => {
  test('agrees with the full-precision model on every text', async () => {
    const found = await vectors();
    const cosines = texts.map(({ vector }, index) => cosine(vector, found[index] ?? []));
    expect(cosines).toHaveLength(140);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.996);
    expect(cosines.reduce((sum, value) => sum + value, 0) / cosines.length).toBeGreaterThanOrEqual(0.9993);
  });

  test('finds the paraphrase of a text among forty: three in four first, all within five', async () => {
    const found = await vectors();
    const ranks = Array.from({ length: TRIPLES }, (_, anchor) => {
      const near = (other: number) => cosine(found[anchor * 3] ?? [], found[other * 3 + 1] ?? []);
      const own = near(anchor);
      return Array.from({ length: TRIPLES }, (_, other) => near(other)).filter((value) => value > own).length;
    });
    expect(ranks.filter((rank) => rank === 0).length / TRIPLES).toBeGreaterThanOrEqual(0.77);
    expect(ranks.every((rank) => rank < 5)).toBe(true);
  });

  test('gives the same bits everywhere', async () => {
    const hash = createHash('sha256');
    for (const vector of await vectors()) hash.update(new Uint8Array(vector.buffer));
    expect(hash.digest('hex')).toBe(GOLDEN);
  });

  test('gives a text the same vector whatever was read before it', () => {
    const model = openInt8Model(FOLDER, record);
    const short = model.tokenise('read a file');
    const before = model.encode(short);
    model.encode(model.tokenise('word '.repeat(400)));
    expect(model.encode(short)).toEqual(before);
  });
});

describe('a model folder', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function copy(): string {
    const folder = mkdtempSync(join(tmpdir(), 'model-'));
    folders.push(folder);
    cpSync(FOLDER, folder, { recursive: true });
    return folder;
  }

  test.each(['encoder.int8.bin', 'words.int8.bin', 'vocab.txt', 'gelu.f32.bin'])(
    'is refused by the name of its file %s where that is missing or cut',
    async (name) => {
      const folder = copy();
      const embedder = int8Embedder(folder, record, thresholds);
      writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, 1000));
      await expect(embedder.embed(['x'])).rejects.toMatchObject({
        code: 'EMBEDDER_INVALID',
        message: expect.stringMatching(new RegExp(`${name} has 1000 bytes in place of \\d+`)),
      });
      rmSync(join(folder, name));
      await expect(embedder.embed(['x'])).rejects.toThrow(`${name} is missing`);
    },
  );

  test('is refused where its record is missing, no JSON, of a later version or contradicts itself', () => {
    const folder = copy();
    const write = (text: string) => writeFileSync(join(folder, 'model.json'), text);
    const refused = () => expect(() => readModelRecord(folder));
    write('{');
    refused().toThrow(/cannot read .*model\.json/);
    write(JSON.stringify({ ...record, v: 2 }));
    refused().toThrow(/model\.json: v: /);
    write(JSON.stringify({ ...record, heads: 7 }));
    refused().toThrow(/`dims` \/ `heads` is a multiple of 32/);
    write(JSON.stringify({ ...record, layers: 12 }));
    refused().toThrow(/the sizes in `files` follow from the measures/);
    write(JSON.stringify({ ...record, files: record.files.slice(1) }));
    refused().toThrow(/`files` names encoder\.int8\.bin/);
    rmSync(join(folder, 'model.json'));
    refused().toThrow(/cannot read .*model\.json/);
  });
});
