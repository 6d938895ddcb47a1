import { describe, expect, test } from 'vitest';
import type { Embedder } from '../../src/experience/encoder.ts';
import { cosine } from '../support/reference-texts.ts';

export interface EmbedderTraits {
  /** What it makes of a blank text: a vector like of any other, or null, since it holds nothing to go by. */
  readonly blank: 'vector' | 'null';
  /** Whether the same text has the same vector to the last bit, whoever stands beside it. */
  readonly isExact: boolean;
}

const TEXTS = ['read a JSON file', 'kubectl rollout undo', 'Ünïcödé — “quotes” 漢字', '', 'x'.repeat(20_000)];

/** What every embedder must do. A new one adds one line. */
export function embedderConformance(name: string, traits: EmbedderTraits, open: () => Promise<Embedder>): void {
  describe(`the embedder ${name}`, () => {
    test('says who it is: name, dimensions, version and digest, the same each time', async () => {
      const [one, other] = [await open(), await open()];
      expect(one.id).toMatch(/^[^\s:][^\s]*:\d+:\d+:[0-9a-f]{12}$/);
      expect(one.id).toContain(`:${one.dims}:`);
      expect([other.id, other.dims]).toEqual([one.id, one.dims]);
    });

    test('has thresholds between 0 and 1, higher for what must be more alike', async () => {
      const { simFloor, remedyAt, clusterAt, dupAt } = await open();
      const rising = [0, simFloor, remedyAt, clusterAt, dupAt, 1];
      expect(rising.toSorted((a, b) => a - b)).toEqual(rising);
    });

    test('gives a unit vector of its dimensions for each text, in order', async () => {
      const embedder = await open();
      const vectors = await embedder.embed(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const [index, vector] of vectors.entries()) {
        if (TEXTS[index] === '' && traits.blank === 'null') {
          expect(vector).toBeNull();
          continue;
        }
        expect(vector).toHaveLength(embedder.dims);
        expect(cosine(vector ?? [], vector ?? [])).toBeCloseTo(1, 5);
      }
      const backwards = await embedder.embed(TEXTS.toReversed());
      for (const [index, vector] of backwards.toReversed().entries()) {
        if (traits.isExact) expect(vector).toEqual(vectors[index]);
        else if (vector !== null) expect(cosine(vector, vectors[index] ?? [])).toBeGreaterThan(0.999);
      }
    });

    test('gives nothing for nothing, and does as it is told by many at once', async () => {
      const embedder = await open();
      expect(await embedder.embed([])).toEqual([]);
      const [together, ...alone] = await Promise.all([
        embedder.embed(TEXTS),
        ...TEXTS.map((text) => embedder.embed([text])),
      ]);
      if (traits.isExact) expect(alone.flat()).toEqual(together);
      expect(alone.flat()).toHaveLength(TEXTS.length);
    });

    test('embeds no text when it was stopped before', async () => {
      const embedder = await open();
      await expect(embedder.embed(['text'], AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
}
