import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { environmentOf } from '../../src/host/environment.ts';
import { openEmbedder } from '../../src/praxis/embedder.ts';
import { embeddingsServer, wide } from '../support/embeddings-server.ts';
import { embedderConformance } from './embedder-conformance.ts';

const home = mkdtempSync(join(tmpdir(), 'embedders-'));
const server = await embeddingsServer();
const wideServer = await embeddingsServer([], wide);
afterAll(() => {
  server.close();
  wideServer.close();
  rmSync(home, { recursive: true, force: true });
});

const open = (choice: string, variables: Readonly<Record<string, string>> = {}) =>
  openEmbedder(environmentOf({ PRAXIS_HOME: home, PRAXIS_EMBEDDER_HELPER: 'off', ...variables }, home), choice);

/** A folder as a user would have it: of another name, and without thresholds. */
function folder(): string {
  const path = join(home, 'own-model');
  cpSync(join(import.meta.dirname, '../../models/all-MiniLM-L6-v2'), path, { recursive: true });
  const { thresholds: _, ...record } = JSON.parse(readFileSync(join(path, 'model.json'), 'utf8'));
  writeFileSync(join(path, 'model.json'), JSON.stringify({ ...record, name: 'own-model' }));
  return path;
}

const own = folder();
embedderConformance('minilm', { blank: 'vector', isExact: true }, () => open('minilm'));
embedderConformance('floor', { blank: 'null', isExact: true }, () => open('floor'));
embedderConformance('folder', { blank: 'vector', isExact: true }, () => open(`folder:${own}`));
embedderConformance('openai', { blank: 'null', isExact: true }, () =>
  open('openai:some-model', { PRAXIS_EMBEDDER_URL: server.url }),
);
embedderConformance('openai, of 512 dimensions', { blank: 'null', isExact: true }, () =>
  open('openai:wide-model', { PRAXIS_EMBEDDER_URL: wideServer.url }),
);
