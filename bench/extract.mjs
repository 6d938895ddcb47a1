// Extraction from 1,000 and 10,000 trajectories, against the same statistics in plain Python, which have to come to the same
// counts: predicates left after closure, admitted, significant.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { trajectories } from './extract/trajectories.mjs';
import { atLeast, cpuMs, median, spread, verdict } from './paired.mjs';

const rounds = Number(process.argv[2] ?? 5);
const { extractOffline, OFFLINE_DEFAULTS } = await bundled('extract/offline.ts');
const settings = { ...OFFLINE_DEFAULTS, libraryId: 'bench', domainOf: () => 'other' };

function countsOf({ channels }) {
  return Object.fromEntries(
    Object.entries(channels).map(([name, { tried, admitted, significant }]) => [name, [tried, admitted, significant]]),
  );
}

function peer(data) {
  const file = fileURLToPath(new URL('extract/peer.py', import.meta.url));
  const { stdout, stderr, status } = spawnSync('python3', [file], {
    input: JSON.stringify(data),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Seconds of processor time of one extraction. */
function timed(data) {
  const began = cpuMs();
  const found = extractOffline(data, [], settings);
  return { seconds: (cpuMs() - began) / 1000, found };
}

const small = trajectories(1_000);
const large = trajectories(10_000);
timed(small);
const times = Array.from({ length: rounds }, () => [timed(small).seconds, timed(large).seconds, peer(small)]);
const told = JSON.stringify(countsOf(extractOffline(small, [], settings)));
console.log(`     1,000 trajectories: ${told}`);
console.log(`     10,000 trajectories: ${JSON.stringify(countsOf(extractOffline(large, [], settings)))}`);
const isSame = times.every(([, , { counts }]) => JSON.stringify(counts) === told);
console.log(`${isSame ? 'ok  ' : 'MISS'} Python comes to the same counts`);
console.log(`     1,000 in plain Python: ${spread(times.map(([, , { seconds }]) => seconds))} s`);

// What it holds beyond its input, at most: measured last, so that the heap has grown as far as it does.
const before = process.memoryUsage().rss;
timed(large);
const grown = (process.resourceUsage().maxRSS * 1024 - Math.min(before, process.memoryUsage().rss)) / 1e6;
console.log(
  `     10,000: at most ${Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)} MB in all, of which ${Math.round(grown)} MB came and went`,
);

const met = [
  isSame,
  verdict(
    '1,000 trajectories',
    times.map(([seconds]) => seconds),
    1,
    ' s',
  ),
  verdict(
    '10,000 against 1,000',
    times.map(([one, ten]) => ten / one),
    15,
    '×',
    1,
  ),
  atLeast(
    'plain Python against it, 1,000',
    times.map(([one, , { seconds }]) => seconds / one),
    10,
    '×',
    1,
  ),
];
console.log(
  `     10,000 trajectories: ${spread(times.map(([, ten]) => ten))} s; median ${median(times.map(([, ten]) => ten)).toFixed(1)} s`,
);
process.exitCode = met.every(Boolean) ? 0 : 1;
