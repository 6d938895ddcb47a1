// retrieve() of five guidelines, whole: filters, floor, confidence, walks, hold-out; updates and deletes are in the library.
// Beside the plain scan in TypeScript, with whose answers it is compared, and beside vector indexes that one would pick instead,
// which do less: they only find the nearest vectors. They are heavy and stand apart:
// `ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm ci --prefix bench/peers`; without them only Praxis is measured.
//
// node bench/retrieve.mjs [SIZE…], by default 500 10000 100000 1000000. At a million: about 10 GB of memory.
import { bundled } from './bundled.mjs';
import { cpuMs, median } from './paired.mjs';
import { measurePeers } from './retrieve/peers.mjs';

const SIZES = [500, 10_000, 100_000, 1_000_000];
/** Milliseconds that half of the retrievals stay under, and the share of the plain scan's answers that have to be there. */
const TARGETS = new Map([
  [500, { ms: 0.1, agreement: 1 }],
  [100_000, { ms: 4, agreement: 1 }],
  [1_000_000, { ms: 10, agreement: 0.98 }],
]);
/** Peers are not waited for beyond this size: at a million a graph takes ten minutes to an hour to build. */
const PEERS_UP_TO = 100_000;

const asked = process.argv.slice(2).map(Number);
const ours = await bundled('retrieve/ours.ts');
let areMet = true;
for (const size of asked.length > 0 ? asked : SIZES) areMet = (await measure(size)) && areMet;
process.exitCode = areMet ? 0 : 1;

async function measure(size) {
  const count = size >= 1_000_000 ? 40 : 200;
  console.log(`${size} entries`);
  const library = built('scan', size, ours.scan());
  const vector = ours.vectorMaker(123, size);
  const queries = Array.from({ length: count }, vector);
  const near = timedRetrievals('any domain', library, queries, []);
  const filtered = timedRetrievals('two of ten domains', library, queries, ['fs', 'code']);
  timedRetrievals('about nothing', library, ours.foreignQueries(count), []);
  const plain = built('plain', size, ours.plain());
  const some = size >= 1_000_000 ? queries.slice(0, 15) : queries;
  const whole = timedRetrievals('plain TypeScript, any domain', plain, some, []);
  const part = timedRetrievals('plain TypeScript, two of ten domains', plain, some, ['fs', 'code']);
  const agreement = Math.min(agreed(near.answers, whole.answers), agreed(filtered.answers, part.answers));
  const isMet = judged(size, Math.max(near.wall, filtered.wall), agreement);
  if (size <= PEERS_UP_TO) await measurePeers(ours.rowsOf(plain.index), queries.slice(0, 50));
  return isMet;
}

/** A filled library; says how long it took and what memory it has. */
function built(name, size, index) {
  const before = process.memoryUsage();
  const began = cpuMs();
  const library = ours.libraryOver(index);
  ours.fill(library, size);
  const ms = cpuMs() - began;
  const after = process.memoryUsage();
  const held = (after.rss - before.rss) / 1e6;
  console.log(
    `     ${name}: built in ${ms.toFixed(0)} ms of processor time, the making of entries in it; ${held.toFixed(0)} MB`,
  );
  return library;
}

/** Retrieves for each query, once to warm up; tells the times, and returns them with the answers. */
function timedRetrievals(name, library, queries, domains) {
  for (const query of queries.slice(0, 20)) ours.retrieve(ours.request(query, domains), [library], ours.judge);
  const wall = [];
  const cpu = [];
  const answers = queries.map((query) => {
    const began = performance.now();
    const spent = cpuMs();
    const answer = ours.retrieve(ours.request(query, domains), [library], ours.judge);
    cpu.push(cpuMs() - spent);
    wall.push(performance.now() - began);
    return answer;
  });
  const found = answers.reduce((sum, { chosen }) => sum + chosen.length, 0) / queries.length;
  console.log(
    `     ${name}: p50 ${ms(wall, 0.5)}, p99 ${ms(wall, 0.99)}; of processor time p50 ${ms(cpu, 0.5)}, p99 ${ms(cpu, 0.99)}; ${found.toFixed(1)} chosen`,
  );
  return { wall: median(wall), answers };
}

function ms(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(3)} ms`;
}

/** Share of what the plain scan chose or withheld, in whole, that the other did too. */
function agreed(answers, right) {
  let all = 0;
  let same = 0;
  for (const [i, { chosen, withheld }] of right.entries()) {
    const texts = new Set([...answers[i].chosen, ...answers[i].withheld].map((one) => JSON.stringify(one)));
    const wanted = [...chosen, ...withheld].map((one) => JSON.stringify(one));
    all += wanted.length;
    same += wanted.filter((text) => texts.has(text)).length;
  }
  return all === 0 ? 1 : same / all;
}

function judged(size, ms, agreement) {
  const target = TARGETS.get(size);
  const isMet = target === undefined || (ms <= target.ms && agreement >= target.agreement);
  const wanted = target === undefined ? 'no target' : `target ≤ ${target.ms} ms, ≥ ${target.agreement}`;
  const what = `retrieve() of 5 among ${size}, the slower of both p50`;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${what}: ${ms.toFixed(3)} ms, agreement ${agreement.toFixed(4)}; ${wanted}`);
  return isMet;
}
