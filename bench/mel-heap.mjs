// The memory that 10,000 runtimes of the reflective domain take, against as many plain objects of the same state: literals
// that name every field, as one would write them. Bytes of the heap after a collection; a round makes each kind once.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, createRuntime } from '../dist/mel.mjs';
import { paired, ratios, spread, verdict } from './paired.mjs';

if (globalThis.gc === undefined) {
  const args = ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}

const COUNT = 10_000;
const rounds = Number(process.argv[2] ?? 7);
const { schema } = compile(readFileSync(new URL('../src/run/reflective.mel', import.meta.url)));
const options = {
  clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
  random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
};

/** One turn of the loop, with ids that the runtime makes. */
function turned(runtime, n) {
  const signal = (n % 32) / 32;
  for (const [type, input] of [
    ['start', { totalActions: 10 + n, totalQueries: 10 }],
    ['updateCandidates', { exploitId: 'fix', exploitValue: 0.5, exploreId: 'look', exploreValue: 0.75 }],
    ['recordPrediction', { expectedSignal: signal, expectedGain: 0.25 }],
    ['exploit', { id: 'fix' }],
    ['recordObservation', { actualSignal: 0.75, actualGain: signal }],
  ]) {
    const result = runtime.dispatch({ type, input });
    if (result.kind !== 'ok') throw new Error(`${type} is not complete: ${JSON.stringify(result)}`);
  }
  return runtime;
}

function read(runtime) {
  if (runtime.computed.isActive !== true) throw new Error('the domain is not active');
  return runtime;
}

const fresh = () => createRuntime(schema, options);
const names = Object.keys(fresh().state).map((name) => JSON.stringify(name));
const plain = new Function('state', `return { ${names.map((name) => `${name}: state[${name}]`).join(', ')} };`);
const states = Array.from({ length: COUNT }, (_, n) => turned(fresh(), n).state);
const start = fresh().state;

/** Bytes of the heap that each of `COUNT` things takes. */
function bytesOf(make) {
  return () => {
    const made = new Array(COUNT).fill(null);
    const before = used();
    for (let n = 0; n < COUNT; n++) made[n] = make(n);
    const after = used();
    if (made.includes(null)) throw new Error('not all were made');
    return (after - before) / COUNT;
  };
}

function used() {
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

const bytes = await paired(
  {
    'plain object, initial state': bytesOf(() => plain(start)),
    'plain object, later state': bytesOf((n) => plain(states[n])),
    'runtime, started': bytesOf(fresh),
    'runtime after 5 dispatches': bytesOf((n) => turned(fresh(), n)),
    'the same, computed values read': bytesOf((n) => read(turned(fresh(), n))),
    'runtime that keeps a log': bytesOf((n) => turned(createRuntime(schema, { ...options, log: true }), n)),
  },
  { rounds, warmUp: 2 },
);
console.log(`Node ${process.versions.node}; bytes each, of ${COUNT}`);
for (const [name, values] of Object.entries(bytes)) console.log(`     ${name.padEnd(31)} ${spread(values, 0)}`);
const isMet = [
  verdict('runtime, started', ratios(bytes, 'runtime, started', 'plain object, initial state'), 3, '×'),
  verdict('after 5 dispatches', ratios(bytes, 'runtime after 5 dispatches', 'plain object, later state'), 3, '×'),
  verdict(
    'the same, computed values read',
    ratios(bytes, 'the same, computed values read', 'plain object, later state'),
    3,
    '×',
  ),
];
process.exitCode = isMet.includes(false) ? 1 : 0;
