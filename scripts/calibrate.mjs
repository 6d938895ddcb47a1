// Prints what encoders measure on the calibration set and the thresholds that follow.
// usage: node scripts/calibrate.mjs [EMBEDDER …]   as PRAXIS_EMBEDDER names them; without one: minilm and floor
//        node scripts/calibrate.mjs --near          writes near.jsonl, the guidelines that are nearest to each other
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'models/calibration');

// The sources load parts of themselves later on, so that what runs them must stay.
const vite = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
});
const load = (path) => vite.ssrLoadModule(join(root, path));

const { openEmbedder } = await load('src/praxis/embedder.ts');
const { readEnvironment } = await load('src/host/environment.ts');
const { readCalibrationSet } = await load('src/models/calibration/calibration-set.ts');
const { measure, share, thresholdsOf } = await load('src/models/calibration/calibrate.ts');

const names = process.argv.slice(2);
if (names[0] === '--near') await writeNear();
else for (const name of names.length === 0 ? ['minilm', 'floor'] : names) await print(name);
await vite.close();

async function print(name) {
  const embedder = await openEmbedder(readEnvironment(), name);
  const cosines = await measure((texts) => embedder.embed(texts), readCalibrationSet(folder));
  const found = thresholdsOf(cosines);
  process.stdout.write(`${embedder.id}\n`);
  for (const key of ['dupAt', 'clusterAt', 'remedyAt', 'simFloor']) {
    const [same, different, nonsense] = ['same', 'different', 'nonsense'].map((kind) =>
      percent(cosines[kind], embedder[key]),
    );
    const passing = `same ${same}, different ${different}, nonsense ${nonsense}`;
    process.stdout.write(
      `  ${key.padEnd(9)} ${embedder[key].toFixed(2)} (measured ${found[key].toFixed(2)}): ${passing}\n`,
    );
  }
}

function percent(cosines, threshold) {
  return `${(100 * share(cosines, threshold)).toFixed(1)} %`;
}

/** Each guideline with its nearest one, as both encoders see them. */
async function writeNear() {
  const { readFileSync } = await import('node:fs');
  const lines = readFileSync(join(folder, 'guidelines.jsonl'), 'utf8').trimEnd().split('\n');
  const guidelines = lines.map((line) => JSON.parse(line));
  const pairs = new Map();
  for (const name of ['minilm', 'floor']) {
    const embedder = await openEmbedder(readEnvironment(), name);
    const vectors = await embedder.embed(guidelines.map(({ text }) => text));
    for (const [index, { id }] of guidelines.entries()) {
      const cosines = vectors.map((other, at) => (at === index ? -1 : cosine(vectors[index], other)));
      const nearest = guidelines[cosines.indexOf(Math.max(...cosines))].id;
      const pair = [Math.min(id, nearest), Math.max(id, nearest)];
      pairs.set(pair.join(), pair);
    }
  }
  const sorted = [...pairs.values()].sort(([a, b], [c, d]) => a - c || b - d);
  writeFileSync(join(folder, 'near.jsonl'), sorted.map((pair) => `${JSON.stringify(pair)}\n`).join(''));
}

function cosine(a, b) {
  return a.reduce((sum, value, index) => sum + value * b[index], 0);
}
