// One evaluation in process of a validated checkpoint under a validated policy, against hashing the canonical bytes of that
// policy once, which a caller who kept no hash would do at each evaluation.
import { createHash } from 'node:crypto';
import { createCheckpoint, evaluate, loadPolicy, validateCheckpoint } from '../dist/policy.mjs';
import { paired, ratios, spread, verdict } from './paired.mjs';
import { policy } from './place.mjs';

const rounds = Number(process.argv[2] ?? 31);
const CALLS = 20_000;

function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

const document = policy();
const bytes = new TextEncoder().encode(canonical(document));
const loaded = loadPolicy(new TextEncoder().encode(JSON.stringify(document)), 'policy.json');
if (loaded.kind !== 'policy') throw new Error(loaded.message);
if (createHash('sha256').update(bytes).digest('hex') !== loaded.policy.hash) throw new Error('not the canonical bytes');
const made = validateCheckpoint(
  createCheckpoint({ taskId: 'bench', parentId: null, updatedAt: '2026-01-01T00:00:00Z' }),
);
if (made.kind !== 'checkpoint') throw new Error(made.message);
const keys = new Map();

let sink = 0;
const perCall = (call) => async () => {
  const began = performance.now();
  for (let n = 0; n < CALLS; n++) sink += call();
  return ((performance.now() - began) * 1000) / CALLS;
};
const times = await paired(
  {
    hash: perCall(() => createHash('sha256').update(bytes).digest('hex').length),
    evaluate: perCall(() => evaluate(made.checkpoint, loaded.policy, keys).reasons.length),
  },
  { rounds, warmUp: 5 },
);
if (sink === 0) throw new Error('nothing was measured');
console.log(`     hash of ${bytes.length} canonical bytes, µs: ${spread(times.hash, 2)}`);
console.log(`     evaluate, µs: ${spread(times.evaluate, 2)}`);
process.exitCode = verdict('evaluate against one hash', ratios(times, 'evaluate', 'hash'), 2, '×') ? 0 : 1;
