// The ten nearest of some vectors, by other programs, and the ten nearest of two domains. None of them scores or walks as
// retrieve() does.
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

/** Beyond these a peer is left out, with the reason: seconds of processor time that building takes, and memory that it takes. */
const MOST_BUILD_S = 90;
const MOST_MB = 6000;
/** Rows between two looks at the bounds. */
const LOOK = 1000;
/** Of ten domains, so that a filter lets a fifth pass. */
const DOMAINS = 10;
const isWanted = (row) => row % DOMAINS < 2;

/** A peer is opened for so many rows; it adds some, and finds the numbers of the nearest, all or of two domains where it can filter. */
const PEERS = [
  { name: 'plain loop over float32 in TypeScript', open: plainLoop },
  { name: 'hnswlib-node', open: hnswlib },
  { name: 'usearch', open: () => usearch('f32') },
  { name: 'usearch', kind: 'i8', open: () => usearch('i8') },
  { name: '@lancedb/lancedb', open: lancedb },
  { name: '@orama/orama', open: orama },
];

/** Prints, for each peer, how long building took, what a query takes and how much of the right answers it has. */
export async function measurePeers(rows, queries) {
  const right = {
    any: queries.map((query) => new Set(nearest(rows, query))),
    two: queries.map((query) => new Set(nearest(rows, query, isWanted))),
  };
  for (const { name, kind, open } of PEERS) {
    const label = kind === undefined ? name : `${name}, ${kind}`;
    try {
      await measure(label, open, rows, queries, right);
    } catch (error) {
      console.log(
        `     ${label}: ${existsSync(FOLDER) && error.code === 'MODULE_NOT_FOUND' ? 'not installed' : error.message.split('\n')[0]}`,
      );
    }
  }
}

async function measure(label, open, rows, queries, right) {
  const before = process.memoryUsage().rss;
  const began = cpuMs();
  const peer = await open(rows.length);
  for (let from = 0; from < rows.length; from += LOOK) {
    await peer.add(rows.slice(from, from + LOOK), from);
    const reason = boundPassed((cpuMs() - began) / 1000, (process.memoryUsage().rss - before) / 1e6);
    const done = Math.min(rows.length, from + LOOK);
    if (reason !== undefined && done < rows.length) {
      console.log(`     ${label}: left out: ${reason} with ${done} of ${rows.length} vectors in`);
      return;
    }
  }
  await peer.ready?.();
  const built = cpuMs() - began;
  const held = (process.memoryUsage().rss - before) / 1e6;
  console.log(`     ${label}: built in ${built.toFixed(0)} ms of processor time, ${held.toFixed(0)} MB`);
  await told('any domain', peer.find, queries, right.any);
  if (peer.findFiltered === undefined) console.log('       two of ten domains: it has no filter');
  else await told('two of ten domains', peer.findFiltered, queries, right.two);
}

function boundPassed(seconds, megabytes) {
  if (seconds > MOST_BUILD_S) return `more than ${MOST_BUILD_S} s of processor time`;
  return megabytes > MOST_MB ? `more than ${MOST_MB} MB` : undefined;
}

async function told(name, find, queries, right) {
  for (const query of queries.slice(0, 5)) await find(query);
  const wall = [];
  const cpu = [];
  let hits = 0;
  let wanted = 0;
  for (const [i, query] of queries.entries()) {
    const start = performance.now();
    const spent = cpuMs();
    const found = await find(query);
    cpu.push(cpuMs() - spent);
    wall.push(performance.now() - start);
    hits += found.filter((row) => right[i].has(row)).length;
    wanted += right[i].size;
  }
  const agreement = (hits / wanted).toFixed(3);
  console.log(
    `       ${name}: p50 ${middle(wall)}, p99 ${last(wall)}; of processor time p50 ${middle(cpu)}, p99 ${last(cpu)}; agreement ${agreement}`,
  );
}

function middle(times) {
  return `${[...times].sort((a, b) => a - b)[times.length >> 1].toFixed(3)} ms`;
}

/** With fewer than 100 queries the 99th of 100 is the slowest. */
function last(times) {
  return `${[...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1].toFixed(3)} ms`;
}

/** The right answer. */
function nearest(rows, query, isMeant = () => true) {
  const best = [];
  for (let row = 0; row < rows.length; row++) {
    if (!isMeant(row)) continue;
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

function plainLoop() {
  const rows = [];
  return {
    add: (some) => void rows.push(...some.map((vector) => Float32Array.from(vector))),
    find: (query) => nearest(rows, query),
    findFiltered: (query) => nearest(rows, query, isWanted),
  };
}

async function hnswlib(size) {
  const { HierarchicalNSW } = await installed('hnswlib-node');
  const index = new HierarchicalNSW('ip', DIMS);
  index.initIndex(size, 16, 128);
  index.setEf(64);
  return {
    add: (some, from) => {
      for (const [i, vector] of some.entries()) index.addPoint(Array.from(vector), from + i);
    },
    find: (query) => index.searchKnn(Array.from(query), K).neighbors,
    findFiltered: (query) => index.searchKnn(Array.from(query), K, isWanted).neighbors,
  };
}

async function usearch(quantization) {
  const { Index } = await installed('usearch');
  const index = new Index({ dimensions: DIMS, metric: 'cos', quantization, connectivity: 16 });
  return {
    add: (some, from) => {
      for (const [i, vector] of some.entries()) index.add(BigInt(from + i), vector);
    },
    find: (query) => Array.from(index.search(query, K, 1).keys, Number),
  };
}

async function lancedb() {
  const { connect } = await installed('@lancedb/lancedb');
  const folder = mkdtempSync(join(tmpdir(), 'praxis-lance-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = await connect(folder);
  let table;
  let waiting = [];
  // Each addition is a file of its own: many small ones would slow it down.
  const flush = async () => {
    if (waiting.length === 0) return;
    if (table === undefined) table = await database.createTable('rows', waiting);
    else await table.add(waiting);
    waiting = [];
  };
  const search = async (query, filter) => {
    const asked = table.vectorSearch(Array.from(query)).distanceType('dot').select(['row', '_distance']).limit(K);
    const found = await (filter === undefined ? asked : asked.where(filter)).toArray();
    return found.map(({ row }) => Number(row));
  };
  return {
    add: async (some, from) => {
      for (const [i, vector] of some.entries())
        waiting.push({ row: from + i, domain: (from + i) % DOMAINS, vector: Array.from(vector) });
      if (waiting.length >= 10_000) await flush();
    },
    ready: flush,
    find: (query) => search(query),
    findFiltered: (query) => search(query, 'domain < 2'),
  };
}

async function orama() {
  const { create, insert, searchVector } = await installed('@orama/orama');
  const database = create({ schema: { domain: 'number', vector: `vector[${DIMS}]` } });
  const search = async (query, where) => {
    const request = {
      mode: 'vector',
      vector: { value: Array.from(query), property: 'vector' },
      similarity: 0,
      limit: K,
      ...(where === undefined ? {} : { where }),
    };
    return (await searchVector(database, request)).hits.map(({ id }) => Number(id));
  };
  return {
    add: async (some, from) => {
      for (const [i, vector] of some.entries())
        await insert(database, { id: String(from + i), domain: (from + i) % DOMAINS, vector: Array.from(vector) });
    },
    find: (query) => search(query),
    findFiltered: (query) => search(query, { domain: { lt: 2 } }),
  };
}
