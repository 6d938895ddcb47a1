// What a cycle of `praxis run` costs beyond the commands it runs: an empty act and an acceptance that fails at once, against
// a bare Node loop that spawns the same two commands. Start, baseline and end are taken out by the difference of two runs.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { paired, spread, verdict } from './paired.mjs';
import { CLI, fill, place, policy, timed, write } from './place.mjs';

const SHORT = 5;
const LONG = 25;
const TARGETS = { 1000: 30, 10000: 200 };
const rounds = Number(process.argv[2] ?? 7);

/** One command as a bare loop would run it. */
function bare(command, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', resolve);
  });
}

async function bareLoop(cwd) {
  const began = performance.now();
  for (let cycle = 0; cycle < LONG; cycle++) {
    await bare('true', cwd);
    await bare('false', cwd);
  }
  return (performance.now() - began) / LONG;
}

const ACTORS = {
  command: () => ({ kind: 'command', run: 'true', format: 'none' }),
  playbook: (cycles) => ({
    kind: 'playbook',
    candidates: Array.from({ length: cycles + 1 }, (_, n) => ({ id: `empty-${n}`, kind: 'exploit', run: `true ${n}` })),
  }),
};

async function praxisRun(at, actor, cycles) {
  rmSync(join(at.tree, '.coord'), { recursive: true, force: true });
  write(at.tree, {
    'policy.json': policy({ max_cycles: cycles }),
    'task.yaml': {
      goal: `be measured ${crypto.randomUUID()}`,
      topic: 'bench',
      acceptance: [{ id: 'never', run: 'false' }],
      policy_ref: 'policy.json',
      actor: ACTORS[actor](cycles),
    },
  });
  const args = [CLI, 'run', 'task.yaml', '--json'];
  return timed(process.execPath, args, { cwd: at.tree, env: { PRAXIS_HOME: at.home }, expected: [4] });
}

let isMet = true;
for (const [files, target] of Object.entries(TARGETS)) {
  const at = place();
  fill(at.tree, Number(files));
  const cycle = (actor) => async () =>
    (-(await praxisRun(at, actor, SHORT)) + (await praxisRun(at, actor, LONG))) / (LONG - SHORT);
  const times = await paired(
    { bare: () => bareLoop(at.tree), command: cycle('command'), playbook: cycle('playbook') },
    { rounds },
  );
  console.log(`${files} files, ms a cycle`);
  console.log(`     bare loop: ${spread(times.bare)}`);
  for (const actor of Object.keys(ACTORS)) {
    console.log(`     praxis run, ${actor} actor: ${spread(times[actor])}`);
    const overhead = times[actor].map((ms, round) => ms - times.bare[round]);
    isMet = verdict(`overhead, ${actor} actor`, overhead, target, ' ms', 1) && isMet;
  }
}
process.exitCode = isMet ? 0 : 1;
