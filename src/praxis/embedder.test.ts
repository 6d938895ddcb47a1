import { describe, expect, test } from 'vitest';
import { environmentOf } from '../host/environment.ts';
import { openEmbedder } from './embedder.ts';

const environment = environmentOf({ PRAXIS_HOME: '/nowhere' }, '/nowhere');

describe('openEmbedder', () => {
  test('gives the model that comes with Praxis unless another is named', async () => {
    const embedder = await openEmbedder(environment);
    expect(embedder).toMatchObject({ dims: 384, dupAt: 0.85, simFloor: 0.35, clusterAt: 0.75, remedyAt: 0.6 });
    expect(embedder.id).toMatch(/^all-MiniLM-L6-v2:384:101:[0-9a-f]{12}$/);
    const [vector] = await embedder.embed(['read a file']);
    expect(vector).toHaveLength(384);
  });

  test('gives the one that PRAXIS_EMBEDDER names, or the caller', async () => {
    const named = environmentOf({ PRAXIS_EMBEDDER: 'floor' }, '/nowhere');
    expect((await openEmbedder(named)).id).toMatch(/^floor:384:2:/);
    expect((await openEmbedder(named, 'minilm')).id).toMatch(/^all-MiniLM/);
  });

  test('refuses a name that it does not know', async () => {
    await expect(openEmbedder(environment, 'word2vec')).rejects.toMatchObject({ code: 'EMBEDDER_UNKNOWN' });
  });
});
