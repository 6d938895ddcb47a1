// The ten nearest of some vectors, by other programs. None of them filters, scores or walks as retrieve() does.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cpuMs } from '../paired.mjs';

const DIMS = 384;
const K = 10;
const FOLDER = new URL('../peers/package.json', import.meta.url);
const require = createRequire(FOLDER);

/** A peer builds an index of rows and returns what finds the numbers of the nearest. `upTo`: where it takes minutes beyond. */
const PEERS = [
  {
    name: 'plain loop over float32 in TypeScript',
    upTo: Number.POSITIVE_INFINITY,
    build: (rows) => async (query) => nearest(rows, query),
  },
  { name: 'hnswlib-node', upTo: 10_000, build: hnswlib },
  { name: 'usearch', upTo: 10_000, build: (rows) => usearch(rows, 'f32') },
  { name: 'usearch', upTo: 10_000, kind: 'i8', build: (rows) => usearch(rows, 'i8') },
  { name: '@lancedb/lancedb', upTo: 100_000, build: lancedb },
  { name: '@orama/orama', upTo: 10_000, build: orama },
];

/** Prints, for each peer, how long building took, what a query takes and how much of the right answers it has. */
export async function measurePeers(rows, queries) {
  const right = queries.map((query) => new Set(nearest(rows, query)));
  for (const { name, kind, upTo, build } of PEERS) {
    const label = kind === undefined ? name : `${name}, ${kind}`;
    if (rows.length > upTo * 2) {
      console.log(`     ${label}: left out at ${rows.length} vectors, since building takes minutes`);
      continue;
    }
    try {
      await measure(label, build, rows, queries, right);
    } catch (error) {
      console.log(
        `     ${label}: ${existsSync(FOLDER) && error.code === 'MODULE_NOT_FOUND' ? 'not installed' : error.message.split('\n')[0]}`,
      );
    }
  }
}

async function measure(label, build, rows, queries, right) {
  const before = process.memoryUsage().rss;
  const began = cpuMs();
  const find = await build(rows);
  const built = cpuMs() - began;
  const held = (process.memoryUsage().rss - before) / 1e6;
  for (const query of queries.slice(0, 5)) await find(query);
  const wall = [];
  const cpu = [];
  let hits = 0;
  for (const [i, query] of queries.entries()) {
    const start = performance.now();
    const spent = cpuMs();
    const found = await find(query);
    cpu.push(cpuMs() - spent);
    wall.push(performance.now() - start);
    hits += found.filter((row) => right[i].has(row)).length;
  }
  const recall = (hits / (K * queries.length)).toFixed(3);
  console.log(
    `     ${label}: built in ${built.toFixed(0)} ms of processor time, ${held.toFixed(0)} MB; p50 ${middle(wall)}, p99 ${last(wall)}; of processor time p50 ${middle(cpu)}; recall ${recall}`,
  );
}

function middle(times) {
  return `${[...times].sort((a, b) => a - b)[times.length >> 1].toFixed(3)} ms`;
}

function last(times) {
  return `${Math.max(...times).toFixed(3)} ms`;
}

/** The right answer. */
function nearest(rows, query) {
  const best = [];
  for (let row = 0; row < rows.length; row++) {
    const vector = rows[row];
    let dot = 0;
    for (let i = 0; i < DIMS; i++) dot += vector[i] * query[i];
    if (best.length === K && dot <= best[K - 1].dot) continue;
    let at = best.length;
    while (at > 0 && best[at - 1].dot < dot) at -= 1;
    best.splice(at, 0, { dot, row });
    if (best.length > K) best.pop();
  }
  return best.map(({ row }) => row);
}

/** A program of `bench/peers`. */
async function installed(name) {
  const found = await import(pathToFileURL(require.resolve(name)).href);
  return { ...found.default, ...found };
}

async function hnswlib(rows) {
  const { HierarchicalNSW } = await installed('hnswlib-node');
  const index = new HierarchicalNSW('ip', DIMS);
  index.initIndex(rows.length, 16, 128);
  for (const [row, vector] of rows.entries()) index.addPoint(Array.from(vector), row);
  index.setEf(64);
  return async (query) => index.searchKnn(Array.from(query), K).neighbors;
}

async function usearch(rows, quantization) {
  const { Index } = await installed('usearch');
  const index = new Index({ dimensions: DIMS, metric: 'cos', quantization, connectivity: 16 });
  for (const [row, vector] of rows.entries()) index.add(BigInt(row), vector);
  return async (query) => Array.from(index.search(query, K, 1).keys, Number);
}

async function lancedb(rows) {
  const { connect } = await installed('@lancedb/lancedb');
  const folder = mkdtempSync(join(tmpdir(), 'praxis-lance-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = await connect(folder);
  const records = rows.map((vector, row) => ({ row, vector: Array.from(vector) }));
  const table = await database.createTable('rows', records.slice(0, 10_000));
  for (let from = 10_000; from < records.length; from += 10_000) await table.add(records.slice(from, from + 10_000));
  return async (query) => {
    const found = await table
      .vectorSearch(Array.from(query))
      .distanceType('dot')
      .select(['row', '_distance'])
      .limit(K)
      .toArray();
    return found.map(({ row }) => Number(row));
  };
}

async function orama(rows) {
  const { create, insert, searchVector } = await installed('@orama/orama');
  const database = create({ schema: { vector: `vector[${DIMS}]` } });
  for (const [row, vector] of rows.entries()) await insert(database, { id: String(row), vector: Array.from(vector) });
  return async (query) => {
    const request = {
      mode: 'vector',
      vector: { value: Array.from(query), property: 'vector' },
      similarity: 0,
      limit: K,
    };
    return (await searchVector(database, request)).hits.map(({ id }) => Number(id));
  };
}
