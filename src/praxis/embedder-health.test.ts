import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentOf, type Variables } from '../host/environment.ts';
import { checkEmbedder } from './embedder-health.ts';

const SHIPPED = join(import.meta.dirname, '../../models/all-MiniLM-L6-v2');

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'health-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const health = (variables: Variables) => checkEmbedder(environmentOf(variables, '/nowhere'));

describe('the health of an embedder', () => {
  test('is good as Praxis comes, and for the floor', async () => {
    expect(await health({})).toEqual({ detail: 'all-MiniLM-L6-v2, 384 dimensions, 4 files whole', problem: null });
    expect(await health({ PRAXIS_EMBEDDER: 'floor' })).toMatchObject({ problem: null });
  });

  test('names the file of a model that is damaged, even if it is as long as it was, or missing', async () => {
    const model = folder();
    cpSync(SHIPPED, model, { recursive: true });
    const words = readFileSync(join(model, 'vocab.txt'));
    words[1000] = 0x7a;
    writeFileSync(join(model, 'vocab.txt'), words);
    const damaged = await health({ PRAXIS_EMBEDDER: `folder:${model}` });
    expect(damaged.problem).toMatchObject({ code: 'EMBEDDER_INVALID' });
    expect(damaged.detail).toBe(`${join(model, 'vocab.txt')} is damaged: its SHA-256 is not the one recorded`);
    rmSync(join(model, 'words.int8.bin'));
    expect((await health({ PRAXIS_EMBEDDER: `folder:${model}` })).detail).toContain('words.int8.bin is missing');
  });

  test('names the package that an ONNX folder needs and that is not installed', async () => {
    const model = folder();
    writeFileSync(join(model, 'model.onnx'), 'graph');
    writeFileSync(join(model, 'vocab.txt'), '');
    expect((await health({ PRAXIS_EMBEDDER: `folder:${model}` })).detail).toContain(
      'needs the package onnxruntime-node',
    );
  });

  test('tells of an endpoint whether it could be asked, and no key', async () => {
    const asked = { PRAXIS_EMBEDDER: 'openai:small', PRAXIS_EMBEDDER_URL: 'https://example.org/v1' };
    expect((await health({ ...asked, PRAXIS_EMBEDDER_KEY: 'sk-EXAMPLE' })).detail).toBe(
      'small at https://example.org/v1, with a key (not asked)',
    );
    expect((await health({ PRAXIS_EMBEDDER: 'openai:small' })).problem).toMatchObject({ code: 'EMBEDDER_INVALID' });
    expect((await health({ PRAXIS_EMBEDDER: 'word2vec' })).problem).toMatchObject({ code: 'EMBEDDER_UNKNOWN' });
  });
});
