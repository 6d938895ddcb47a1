// retrieve() of five guidelines, whole: filters, floor, confidence, walks, hold-out; updates and deletes are in the library.
// Beside the plain scan in TypeScript, with whose answers it is compared, and beside vector indexes that one would pick instead,
// which do less: they only find the nearest vectors. They are heavy and stand apart:
// `ONNXRUNTIME_NODE_INSTALL_CUDA=skip npm ci --prefix bench/peers`; without them only Praxis is measured.
//
// node bench/retrieve.mjs [--peers] [SIZE…], by default 500 10000 100000 1000000. At a million: about 10 GB of memory. With
// --peers Praxis is left out, and the others have vectors of the same kind, one an entry.
import { bundled } from './bundled.mjs';
import { cpuMs, median } from './paired.mjs';
import { measurePeers } from './retrieve/peers.mjs';

const SIZES = [500, 10_000, 100_000, 1_000_000];
/** Milliseconds of processor time that half of the retrievals stay under, and the share of the plain scan's answers that have to be there. */
const TARGETS = new Map([
  [500, { ms: 0.1, agreement: 1 }],
  [100_000, { ms: 4, agreement: 1 }],
  [1_000_000, { ms: 10, agreement: 0.98 }],
]);
/** Milliseconds of processor time before anything counts, and retrievals that count at least. */
const WARM_MS = 1500;
const FEWEST = 2000;
const BATCH = 10;

const isPeersAlone = process.argv.includes('--peers');
const asked = process.argv
  .slice(2)
  .filter((word) => word !== '--peers')
  .map(Number);
const ours = await bundled('retrieve/ours.ts');
let areMet = true;
for (const size of asked.length > 0 ? asked : SIZES) areMet = (await measure(size)) && areMet;
process.exitCode = areMet ? 0 : 1;

async function measure(size) {
  const isHuge = size >= 1_000_000;
  if (isPeersAlone) return measuredAlone(size);
  console.log(`${size} entries, half of them with a situation; a tenth was changed and a fiftieth removed`);
  const { scan, plain } = filled(size);
  const queries = Array.from({ length: isHuge ? 40 : 200 }, ours.vectorMaker(123, size));
  const near = timedRetrievals('any domain', scan, queries, []);
  const filtered = timedRetrievals('two of ten domains', scan, queries, ['fs', 'code']);
  timedRetrievals('about nothing', scan, ours.foreignQueries(queries.length), []);
  const some = isHuge ? queries.slice(0, 20) : queries;
  const whole = timedRetrievals('plain TypeScript, any domain', plain, some, []);
  const part = timedRetrievals('plain TypeScript, two of ten domains', plain, some, ['fs', 'code']);
  const agreement = Math.min(agreed(near.answers, whole.answers), agreed(filtered.answers, part.answers));
  const isMet = judged(size, near.cpu, agreement);
  await measurePeers(ours.rowsOf(plain.index), queries.slice(0, 50));
  return isMet;
}

async function measuredAlone(size) {
  console.log(`${size} vectors`);
  const next = ours.vectorMaker(1, size);
  const rows = Array.from({ length: size }, next);
  await measurePeers(rows, Array.from({ length: size >= 1_000_000 ? 20 : 100 }, ours.vectorMaker(123, size)));
  return true;
}

/** Both libraries, filled; says what that took. */
function filled(size) {
  const libraries = [ours.libraryOver(ours.scan()), ours.libraryOver(ours.plain())];
  const took = [0, 0];
  const held = [0, 0];
  ours.fill(libraries, size, (number, put) => {
    const before = process.memoryUsage().rss;
    const began = cpuMs();
    put();
    took[number] += cpuMs() - began;
    held[number] += (process.memoryUsage().rss - before) / 1e6;
  });
  const [scan, plain] = libraries;
  for (const [number, name] of ['scan', 'plain TypeScript'].entries()) {
    console.log(
      `     ${name}: filled in ${took[number].toFixed(0)} ms of processor time; ${held[number].toFixed(0)} MB`,
    );
  }
  return { scan, plain };
}

/** Retrieves for each query, warm; tells the times by the clock and of the processor, and returns the median with the answers. */
function timedRetrievals(name, library, queries, domains) {
  const retrieve = (query) => ours.retrieve(ours.request(query, domains), [library], ours.judge);
  const answers = queries.map(retrieve);
  const began = cpuMs();
  for (let i = 0; cpuMs() - began < WARM_MS; i++) retrieve(queries[i % queries.length]);
  const rounds = library.index.size > 10_000 ? 1 : Math.ceil(FEWEST / queries.length);
  const timed = Array.from({ length: rounds }, () => queries).flat();
  const wall = timed.map((query) => {
    const from = performance.now();
    retrieve(query);
    return performance.now() - from;
  });
  // By tens, since asking for the time of the processor takes a good part of a retrieval.
  const cpu = Array.from({ length: Math.floor(timed.length / BATCH) }, (_, batch) => {
    const from = cpuMs();
    for (const query of timed.slice(batch * BATCH, (batch + 1) * BATCH)) retrieve(query);
    return (cpuMs() - from) / BATCH;
  });
  const found = answers.reduce((sum, { chosen }) => sum + chosen.length, 0) / queries.length;
  console.log(
    `     ${name}: p50 ${ms(wall, 0.5)}, p99 ${ms(wall, 0.99)}; of processor time p50 ${ms(cpu, 0.5)}; ${found.toFixed(1)} chosen`,
  );
  return { cpu: median(cpu), answers };
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
  const what = `retrieve() of 5 among ${size}, p50 of processor time`;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${what}: ${ms.toFixed(3)} ms, agreement ${agreement.toFixed(4)}; ${wanted}`);
  return isMet;
}
