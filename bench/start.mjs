// How long commands take to begin, against an empty Node process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paired, ratios, spread, verdict } from './paired.mjs';
import { CLI, place, policy, timed, write } from './place.mjs';

const rounds = Number(process.argv[2] ?? 31);
const TARGETS = { help: 1.3, baseline: 4, evaluate: 2 };

const at = place();
const mark = join(at.folder, 'mark');
const env = { PRAXIS_HOME: at.home, NO_COLOR: '1' };
write(at.tree, {
  'policy.json': policy(),
  'task.yaml': {
    goal: 'be measured',
    topic: 'bench',
    acceptance: [{ id: 'mark', run: `date +%s%N > ${mark}` }],
    policy_ref: 'policy.json',
    actor: { kind: 'command', run: 'true', format: 'none' },
  },
});

/** From the spawn of `praxis run` to the moment at which its baseline runs the acceptance command. */
async function untilBaseline() {
  const began = performance.timeOrigin + performance.now();
  await timed(process.execPath, [CLI, 'run', 'task.yaml', '--json'], { cwd: at.tree, env });
  return Number(BigInt(readFileSync(mark, 'utf8').trim()) / 1000n) / 1000 - began;
}

await untilBaseline();
const evaluate = [CLI, 'policy', 'evaluate', '--policy', 'policy.json', '--checkpoint', 'running.json', '--json'];
const checkpoint = JSON.parse(readFileSync(join(at.tree, '.coord/checkpoint-bench.json'), 'utf8'));
write(at.tree, { 'running.json': { ...checkpoint, status: 'running', stop_reason: null } });

const node = (args) => () => timed(process.execPath, args, { cwd: at.tree, env });
const times = await paired(
  { empty: node(['-e', '0']), help: node([CLI, '--help']), evaluate: node(evaluate), baseline: untilBaseline },
  { rounds, warmUp: 3 },
);
console.log(`     node -e 0, ms: ${spread(times.empty)}`);
for (const name of Object.keys(TARGETS)) console.log(`     ${name}, ms: ${spread(times[name])}`);
const met = [
  verdict('praxis --help', ratios(times, 'help', 'empty'), TARGETS.help, '×'),
  verdict('praxis run up to its baseline', ratios(times, 'baseline', 'empty'), TARGETS.baseline, '×'),
  verdict('praxis policy evaluate', ratios(times, 'evaluate', 'empty'), TARGETS.evaluate, '×'),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
