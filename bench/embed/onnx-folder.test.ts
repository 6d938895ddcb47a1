import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment, ROOT } from '../../test/e2e/support.ts';
import { cosine, referenceTexts } from '../../test/support/reference-texts.ts';

const PEERS = join(ROOT, 'bench/peers/node_modules');
const MODEL = join(ROOT, 'models/all-MiniLM-L6-v2');

/** An installation of the built package with the optional packages beside it. */
function installation(root: string): string {
  const praxis = join(root, 'node_modules/praxis');
  for (const part of ['dist', 'models/calibration', 'package.json'])
    cpSync(join(ROOT, part), join(praxis, part), { recursive: true });
  for (const [name, from] of [
    ['onnxruntime-node', PEERS],
    ['@huggingface/tokenizers', join(ROOT, 'node_modules')],
    ['@stricli/core', join(ROOT, 'node_modules')],
  ] as const) {
    mkdirSync(dirname(join(root, 'node_modules', name)), { recursive: true });
    symlinkSync(join(from, name), join(root, 'node_modules', name));
  }
  return join(praxis, 'dist/praxis-cli.mjs');
}

// The runtime is too heavy for everyone: `ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm ci --prefix bench/peers`.
test.skipIf(!existsSync(PEERS))(
  'a folder with an ONNX graph is embedded with, as near to the model as int8 is',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'onnx-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, 'my-model');
    mkdirSync(folder);
    // No types: a script of the benchmarks.
    const { writeOnnxFile }: { writeOnnxFile(from: string, to: string): void } = await import(
      './onnx-file.mjs' as string
    );
    writeOnnxFile(MODEL, join(folder, 'model.onnx'));
    cpSync(join(ROOT, 'test/data/embedder/tokenizer.json'), join(folder, 'tokenizer.json'));
    writeFileSync(join(folder, 'sentence_bert_config.json'), '{"max_seq_length":256}');
    const texts = referenceTexts().slice(0, 120);
    const env = cleanEnvironment({ PRAXIS_HOME: join(root, 'home'), PRAXIS_EMBEDDER: `folder:${folder}` });
    const input = texts.map(({ text }) => `${JSON.stringify({ text })}\n`).join('');
    const ended = spawnSync(process.execPath, [installation(root), 'embed'], {
      env,
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    expect([ended.status, ended.stderr]).toEqual([0, '']);
    const lines = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].embedder.id).toMatch(/^my-model:384:1:[0-9a-f]{12}$/);
    const cosines = lines.map(({ vector }, index) => cosine(vector, texts[index]?.vector ?? []));
    expect(Math.min(...cosines)).toBeGreaterThan(0.95);
    expect(readdirSync(join(root, 'home/embedders'))).toHaveLength(1);
  },
);
