// Extraction from 1,000 and 10,000 trajectories, against the same statistics in plain Python, which have to come to the same
// counts: predicates left after closure, admitted, significant. Python is slow with 10,000 and does them once.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundled } from './bundled.mjs';
import { trajectories } from './extract/trajectories.mjs';
import { atLeast, cpuMs, spread, verdict } from './paired.mjs';

const rounds = Number(process.argv[2] ?? 5);
const { extractOffline, OFFLINE_DEFAULTS } = await bundled('extract/offline.ts');
const settings = { ...OFFLINE_DEFAULTS, libraryId: 'bench', domainOf: () => 'other' };

/** The counts of each channel, as text. */
function countsOf({ channels }) {
  const counts = Object.entries(channels).map(([name, { tried, admitted, significant }]) => {
    return [name, [tried, admitted, significant]];
  });
  return JSON.stringify(Object.fromEntries(counts));
}

/** Seconds of processor time of one extraction, and its counts. */
function ours(data) {
  const began = cpuMs();
  const found = extractOffline(data, [], settings);
  return { seconds: (cpuMs() - began) / 1000, counts: countsOf(found) };
}

function python(data) {
  const { stdout, stderr, status } = spawnSync(
    'python3',
    [fileURLToPath(new URL('extract/peer.py', import.meta.url))],
    { input: JSON.stringify(data), encoding: 'utf8', maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(stderr);
  const { seconds, counts } = JSON.parse(stdout);
  return { seconds, counts: JSON.stringify(counts) };
}

function seconds(results) {
  return results.map((one) => one.seconds);
}

const small = trajectories(1_000);
const large = trajectories(10_000);
const held = process.memoryUsage().rss;
ours(small);
const turns = Array.from({ length: rounds }, () => [ours(small), ours(large), python(small)]);
const most = process.resourceUsage().maxRSS * 1024;
const [[ourSmall, ourLarge]] = turns;
const longPython = python(large);

console.log(`     1,000: ${ourSmall.counts}\n     10,000: ${ourLarge.counts}`);
const isSame = ourLarge.counts === longPython.counts && turns.every(([one, , it]) => one.counts === it.counts);
console.log(`${isSame ? 'ok  ' : 'MISS'} plain Python comes to the same counts`);
console.log(`     10,000: ${spread(seconds(turns.map(([, ten]) => ten)), 2)} s`);
console.log(`     memory beyond the trajectories, at most: ${Math.round((most - held) / 1e6)} MB`);
const met = [
  isSame,
  verdict('1,000, s', seconds(turns.map(([one]) => one)), 1, ' s'),
  verdict(
    '10,000 against 1,000',
    turns.map(([one, ten]) => ten.seconds / one.seconds),
    15,
    '×',
    1,
  ),
  atLeast(
    'plain Python against ours, 1,000',
    turns.map(([one, , it]) => it.seconds / one.seconds),
    2,
    '×',
    1,
  ),
  atLeast(
    'plain Python against ours, 10,000',
    turns.map(([, ten]) => longPython.seconds / ten.seconds),
    10,
    '×',
    1,
  ),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
