import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../host/environment.ts';
import { openEmbedder } from './embedder.ts';

const environment = environmentOf({ PRAXIS_EMBEDDER_HELPER: 'off' }, '/nowhere');

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

  test.each(['word2vec', 'folder:', 'openai:', 'MINILM', ':x'])(
    'refuses the name %s, which it does not know',
    async (name) => {
      await expect(openEmbedder(environment, name)).rejects.toMatchObject({ code: 'EMBEDDER_UNKNOWN' });
    },
  );

  test('refuses a folder that holds no model, or one whose tokeniser is missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folder-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const opening = () => openEmbedder(environment, `folder:${folder}`);
    await expect(opening()).rejects.toMatchObject({
      code: 'EMBEDDER_INVALID',
      message: `${folder} holds no model: neither model.json nor model.onnx is there`,
    });
    writeFileSync(join(folder, 'model.onnx'), 'graph');
    await expect(opening()).rejects.toThrow('has neither tokenizer.json nor vocab.txt');
  });

  test('names the package that a folder with a graph needs and that is not installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'folder-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'model.onnx'), 'graph');
    writeFileSync(join(folder, 'vocab.txt'), '[PAD]\n[UNK]\n[CLS]\n[SEP]\n');
    await expect(
      openEmbedder(environmentOf({ PRAXIS_HOME: folder }, folder), `folder:${folder}`),
    ).rejects.toMatchObject({
      code: 'EMBEDDER_INVALID',
      message: expect.stringContaining('onnxruntime-node'),
      hint: expect.stringContaining('npm install onnxruntime-node'),
    });
  });
});
