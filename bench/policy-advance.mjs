// One advance of a goal after 10, 100 and 1,000 slices: in process, where only the new receipt is verified, against verifying
// the whole goal once; as a command, which reads, verifies and writes the file once, against an empty Node process.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  advance,
  createCheckpoint,
  createGoal,
  createGoalPolicy,
  observe,
  validateGoalCheckpoint,
} from '../dist/policy.mjs';
import { paired, ratios, spread, verdict } from './paired.mjs';
import { place, policy, timed } from './place.mjs';

const rounds = Number(process.argv[2] ?? 15);
const COUNTS = [10, 100, 1000];
const CALLS = 200;
const AGENT_COLLAB = fileURLToPath(new URL('../dist/agent-collab.mjs', import.meta.url));
const UPDATED = '2026-01-01T00:00:00Z';

const taken = (result) => {
  if (result.kind === 'refused') throw new Error(result.message);
  return result.value ?? result.checkpoint;
};

/** JSON as the policy takes it: objects as maps, integers as bigints. */
function exact(value) {
  if (typeof value === 'number') return BigInt(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(exact);
  return new Map(Object.entries(value).map(([name, member]) => [name, exact(member)]));
}

/** The printed form of a document. */
function printed(value) {
  const plain = (part) => {
    if (typeof part === 'bigint') return Number(part);
    if (part instanceof Map)
      return Object.fromEntries([...part].sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, plain(v)]));
    return Array.isArray(part) ? part.map(plain) : part;
  };
  return `${JSON.stringify(plain(value), null, 2)}\n`;
}

const keys = new Map();
const goalPolicy = taken(createGoalPolicy(exact(policy({ max_cycles: 5 }))));
const spent = (goal, slice) =>
  taken(observe(goal, { updatedAt: UPDATED, counters: { cycle: 5n }, evidence: [`log:${slice}`] }, goalPolicy, keys));

/** A goal after `count` slices, whose next one is spent. */
function goalAfter(count) {
  const task = createCheckpoint({ taskId: 'bench', parentId: null, updatedAt: UPDATED });
  let goal = spent(taken(createGoal(task, { goalId: 'bench', nextStep: 'go on' })), 0);
  for (let slice = 1; slice <= count; slice++) goal = spent(taken(advance(goal, goalPolicy, `r${slice}`, keys)), slice);
  return goal;
}

const goals = COUNTS.map((count) => ({ count, goal: goalAfter(count) }));
const documents = goals.map(({ count, goal }) => ({ count, document: goal.document, text: printed(goal.document) }));

let sink = 0n;
const perCall = (calls, call) => async () => {
  const began = performance.now();
  for (let n = 0; n < calls; n++) sink += call().sliceId;
  return ((performance.now() - began) * 1000) / calls;
};
const inProcess = await paired(
  {
    ...Object.fromEntries(
      goals.map(({ count, goal }) => [
        `advance ${count}`,
        perCall(CALLS, () => taken(advance(goal, goalPolicy, 'next', keys))),
      ]),
    ),
    ...Object.fromEntries(
      documents.map(({ count, document }) => [
        `verify ${count}`,
        perCall(Math.ceil(CALLS / count), () => taken(validateGoalCheckpoint(document))),
      ]),
    ),
  },
  { rounds, warmUp: 3 },
);
if (sink === 0n) throw new Error('nothing was measured');
for (const [name, times] of Object.entries(inProcess))
  console.log(`     in process, ${name} slices, µs: ${spread(times, 0)}`);

const at = place();
const file = join(at.tree, 'goal.json');
writeFileSync(join(at.tree, 'policy.json'), printed(goalPolicy.document));
const command = ({ text }) => {
  const hash = createHash('sha256').update(text).digest('hex');
  const args = [
    '--checkpoint',
    'goal.json',
    '--policy',
    'policy.json',
    '--request-id',
    'next',
    '--expected-sha256',
    hash,
  ];
  return async () => {
    writeFileSync(file, text);
    return timed(process.execPath, [AGENT_COLLAB, 'checkpoint', 'advance', ...args], { cwd: at.tree });
  };
};
const asCommand = await paired(
  {
    empty: () => timed(process.execPath, ['-e', '0'], { cwd: at.tree }),
    ...Object.fromEntries(documents.map((found) => [`advance ${found.count}`, command(found)])),
  },
  { rounds, warmUp: 1 },
);
if (!readFileSync(file, 'utf8').includes('"request_id": "next"')) throw new Error('the file was not advanced');
for (const [name, times] of Object.entries(asCommand)) console.log(`     as a command, ${name}, ms: ${spread(times)}`);
for (const { count, text } of documents) console.log(`     file after ${count} slices: ${text.length} characters`);

/** What a slice costs among many over what it costs among few; 1 is a cost linear in the slices. */
const growth = ratios(inProcess, 'verify 1000', 'verify 100').map((ratio) => ratio / 10);
const [few, some, many] = documents.map(({ text }) => text.length);
const bytesGrowth = (many - some) / (COUNTS[2] - COUNTS[1]) / ((some - few) / (COUNTS[1] - COUNTS[0]));
const met = [
  verdict('the file, a slice among 1,000 against one among 100', [bytesGrowth], 1.1, '×'),
  verdict('verifying all, a slice among 1,000 against one among 100', growth, 1.5, '×'),
  verdict('advance in process, 1,000 slices against 10', ratios(inProcess, 'advance 1000', 'advance 10'), 2, '×'),
  verdict(
    'advance in process, 1,000 slices against verifying all',
    ratios(inProcess, 'advance 1000', 'verify 1000'),
    0.05,
    '×',
    4,
  ),
  verdict('agent-collab checkpoint advance, 10 slices', ratios(asCommand, 'advance 10', 'empty'), 3, '×'),
  verdict('agent-collab checkpoint advance, 1,000 slices', ratios(asCommand, 'advance 1000', 'empty'), 8, '×'),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
