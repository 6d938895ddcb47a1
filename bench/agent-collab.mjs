// The contract's program: how long it takes to begin, and to advance a goal with a long history.
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPraxis } from '../dist/index.mjs';
import {
  advance,
  createCheckpoint,
  createGoal,
  observe,
  validateGoalPolicy,
  withCheckpointFields,
} from '../dist/policy.mjs';
import { paired, ratios, spread, verdict } from './paired.mjs';
import { place, policy, timed, write } from './place.mjs';

const rounds = Number(process.argv[2] ?? 31);
const TARGET_EVALUATE = 2;
const SLICES = [10, 100, 1000];
const CONTRACT = fileURLToPath(new URL('../dist/agent-collab.mjs', import.meta.url));

const at = place();
const goals = {
  schema_version: 2,
  policy_id: 'bench-goals',
  base_policy: policy({ max_cycles: 5, max_children_per_parent: 10 }),
  goal_limits: { cycle: 1_000_000 },
  reviewer_reserve: 1,
};
write(at.tree, { 'goals.json': goals, 'policy.json': policy() });

/** A document as the library takes it: integers as bigints, objects as maps. */
function exact(value) {
  if (typeof value === 'number') return BigInt(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(exact);
  return new Map(Object.entries(value).map(([name, member]) => [name, exact(member)]));
}

function accepted(result) {
  if (result.kind === 'refused') throw new Error(result.message);
  return result;
}

const goalPolicy = accepted(validateGoalPolicy(exact(goals))).policy;
const noKeys = new Map();
const updatedAt = '2026-01-02T03:04:05Z';

/** A goal that took so many slices and has used up one more. */
function spentGoal(slices) {
  const task = createCheckpoint({ taskId: 'bench', parentId: null, updatedAt });
  let goal = accepted(createGoal(task, { goalId: 'bench', nextStep: 'go on' })).value;
  for (let slice = 0; ; slice++) {
    const observation = { updatedAt, counters: { cycle: 5n, tool_calls: 9n }, evidence: [`log:slice-${slice}`] };
    goal = accepted(observe(goal, observation, goalPolicy, noKeys)).checkpoint;
    if (slice === slices) return goal;
    goal = accepted(advance(goal, goalPolicy, `slice-${slice}`, noKeys)).checkpoint;
  }
}

const { checkpoints } = openPraxis({ cwd: at.tree });
const running = createCheckpoint({ taskId: 'bench', parentId: null, updatedAt });
await checkpoints.create('running.json', withCheckpointFields(running, { cycle: 3n }));
for (const slices of SLICES) await checkpoints.create(`spent-${slices}.json`, spentGoal(slices).document);

const evaluate = [CONTRACT, 'policy', 'evaluate', '--policy', 'policy.json', '--checkpoint', 'running.json'];
const node = (args) => () => timed(process.execPath, args, { cwd: at.tree });

/** One advance of a fresh copy. */
function advancing(slices) {
  const source = join(at.tree, `spent-${slices}.json`);
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex');
  return async (round) => {
    const name = `goal-${slices}-${round}.json`;
    copyFileSync(source, join(at.tree, name));
    const files = ['--checkpoint', name, '--policy', 'goals.json'];
    const command = [CONTRACT, 'checkpoint', 'advance', ...files, '--request-id', 'next', '--expected-sha256', hash];
    return node(command)();
  };
}

const rivals = { empty: node(['-e', '0']), evaluate: node(evaluate) };
for (const slices of SLICES) rivals[`advance-${slices}`] = advancing(slices);
const times = await paired(rivals, { rounds, warmUp: 3 });
for (const name of Object.keys(rivals)) console.log(`     ${name}, ms: ${spread(times[name])}`);
for (const slices of SLICES) {
  const size = (readFileSync(join(at.tree, `spent-${slices}.json`)).length / 1024).toFixed(0);
  const ratio = spread(ratios(times, `advance-${slices}`, 'empty'), 2);
  console.log(`     checkpoint advance after ${slices} slices (${size} KiB), times node -e 0: ${ratio}`);
}
const isMet = verdict('agent-collab policy evaluate', ratios(times, 'evaluate', 'empty'), TARGET_EVALUATE, '×');
process.exitCode = isMet ? 0 : 1;
