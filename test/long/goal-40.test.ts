import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blobs, journals } from '../danger/fixture.ts';
import {
  CLI,
  checkpoint,
  cleanEnvironment,
  logged,
  type Place,
  place,
  policy,
  praxis,
  type Run,
  run,
  runTask,
  start,
  until,
  write,
} from '../e2e/support.ts';
import { explainHolds } from '../explain/held.ts';
import { type GoalCheckpointDocument, type GoalPolicyDocument, naiveDecision } from './naive-goal-policy.ts';
import { share } from './share.ts';

const SECRET = 'orchard lantern';
const SLICES = Math.max(4, share(40));
const KILLS = share(20);
const STEPS = SLICES * 2 - 1;

/** An agent that does one step of many, but fails now and then, talks much, and asks a person twice, until one said yes. */
const AGENT = `
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const [, , log, steps] = process.argv;
const read = (name) => (existsSync(name) ? readFileSync(name, 'utf8') : '');
const done = () => read('steps.txt').split('\\n').filter(Boolean).length;
const say = (what) => appendFileSync(log, what + ' ' + process.env.PRAXIS_CYCLE + '\\n');
const before = done();
const tries = Number(read(log + '.tries')) + 1;
writeFileSync(log + '.tries', String(tries));
// Each try is news, whatever comes of it: a slice of two that brought none would wait for a person.
appendFileSync('tries.txt', tries + '\\n');
say('begin');
const asksAt = [Math.floor(steps / 3), Math.floor((2 * steps) / 3)].indexOf(before);
setTimeout(() => {
  if (asksAt !== -1 && !existsSync(log + '.approved-gate-' + asksAt)) {
    say('end');
    console.log(JSON.stringify({ praxis: { ask_human: { gate: 'gate-' + asksAt, question: 'Go on?', action: { step: before } } } }));
    return;
  }
  // The third try of each seven fails in a way of its own.
  if (tries % 7 !== 3) appendFileSync('steps.txt', 'step ' + (before + 1) + '\\n');
  if (tries % 5 === 0) for (let i = 0; i < 3000; i++) console.log('word' + i);
  say('end');
}, 40);
`;

/** A TAP report of the steps: those that are taken are ok. */
const CHECK = `n=$(wc -l < steps.txt); i=0; echo 'TAP version 13'; echo '1..${STEPS}'
while [ $i -lt ${STEPS} ]; do i=$((i + 1)); [ $i -le $n ] && echo "ok $i - step $i" || echo "not ok $i - step $i"; done
[ $n -ge ${STEPS} ]`;

function goalPlace(): Place {
  const at = place();
  const agent = `${at.log}.agent.cjs`;
  writeFileSync(agent, AGENT);
  const base = {
    ...policy({
      max_cycles: 2,
      checkpoint_transcript_bytes: 6000,
      max_task_packet_tokens: 3000,
      max_same_failure_retries: 50,
    }),
    human_authorization: { key_hashes: { ana: createHash('sha256').update(SECRET).digest('hex') } },
  };
  write(at.tree, {
    'policy.json': {
      schema_version: 2,
      policy_id: 'goal-40',
      base_policy: base,
      goal_limits: { cycle: 10 * STEPS, tool_calls: 10 * STEPS, elapsed_seconds: 3600 },
      reviewer_reserve: 1,
    },
    'task.yaml': {
      goal: 'take every step',
      topic: 'steps',
      acceptance: [{ id: 'steps', run: CHECK, report: { format: 'tap' } }],
      scope: ['*.txt'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', run: `'${process.execPath}' '${agent}' '${at.log}' ${STEPS}`, format: 'none' },
    },
    'steps.txt': '',
  });
  return at;
}

const env = { AGENT_COLLAB_HUMAN_KEYS_JSON: JSON.stringify({ ana: SECRET }) };

interface Goal {
  readonly slice_id: number;
  readonly requires_human: boolean;
  readonly history: readonly { readonly slice_id: number; readonly request_id: string }[];
  readonly totals: Readonly<Record<string, number | null>>;
}

function approve(at: Place, gate: string): void {
  writeFileSync(`${at.log}.approved-${gate}`, '');
  const files = ['--checkpoint', join('.coord', 'checkpoint-steps.json'), '--policy', 'policy.json'];
  const words = ['--gate', gate, '--decision', 'approve', '--rationale', 'Seen.', '--key-id', 'ana', '--key-fd', '0'];
  execFileSync(process.execPath, [CLI, 'checkpoint', 'sign', ...files, ...words], {
    cwd: at.tree,
    env: cleanEnvironment({ PRAXIS_HOME: at.home, ...env }),
    input: SECRET,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

const begun = (at: Place) => logged(at).filter((line) => line.startsWith('begin'));

/** Starts or resumes the run and kills it a little after the agent began once more; the instant differs each time. */
async function killOnce(at: Place, nth: number): Promise<Run | null> {
  const before = begun(at).length;
  const started = start(at, ['run', 'task.yaml', '--json', ...(nth === 0 ? [] : ['--resume'])], { env });
  let hasEnded = false;
  const ended = started.ended.finally(() => {
    hasEnded = true;
  });
  const cycles = 1 + (nth % 3);
  await until(() => hasEnded || begun(at).length >= before + cycles, 'the agent begins', started);
  if (!hasEnded) {
    // Some kills hit the act, some what comes after it.
    const instant = performance.now() + ((nth * 37) % 160);
    while (!hasEnded && performance.now() < instant) await new Promise((resolve) => setImmediate(resolve));
    started.kill('SIGKILL');
  }
  const how = await ended;
  return how.exit === null ? null : run(how);
}

/** Decisions that a second evaluator makes again from the bytes that were journalled, chosen by a seed. */
async function recompute(at: Place, most: number): Promise<Readonly<Record<string, number>>> {
  const events = (await journals(at)).flat().map(({ event }) => event);
  const order = (index: number) => createHash('sha256').update(`forty:${index}`).digest('hex');
  const chosen = events
    .filter((event) => event.kind === 'evaluated')
    .map((event, index) => ({ event, order: order(index) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, most)
    .map(({ event }) => event);
  const texts = await blobs(
    at,
    chosen.flatMap(({ checkpointSha256, policySha256 }) => [checkpointSha256, policySha256]),
  );
  const seen: Record<string, number> = {};
  for (const event of chosen) {
    const goal: GoalCheckpointDocument = JSON.parse(texts.get(event.checkpointSha256) ?? 'null');
    const bounds: GoalPolicyDocument = JSON.parse(texts.get(event.policySha256) ?? 'null');
    const made = naiveDecision(bounds, goal);
    const { decision, reasons, spawnAllowed } = event;
    expect({ decision, reasons, spawn_allowed: spawnAllowed }).toEqual({
      decision: made.decision,
      reasons: made.reasons,
      spawn_allowed: made.spawn_allowed,
    });
    expect(JSON.parse(event.document)).toMatchObject({ ...made, observed_metrics: goal.totals });
    const name = `${made.decision} ${made.scope}`;
    seen[name] = (seen[name] ?? 0) + 1;
  }
  return seen;
}

describe(`a goal of ${SLICES} slices whose run is killed ${KILLS} times`, () => {
  test('ends with a pass, and counts exactly what its agent logged', async () => {
    const at = goalPlace();
    let kills = 0;
    let answers = 0;
    let last: Run | null = null;
    for (let nth = 0; ; nth++) {
      last = kills < KILLS ? await killOnce(at, nth) : await runTask(at, ['--resume'], { env });
      if (last === null) {
        kills += 1;
        continue;
      }
      if (last.document.status !== 'needs-human') break;
      answers += 1;
      expect(answers, last.stdout).toBeLessThanOrEqual(2);
      approve(at, last.document.reason.replace(/^human_gate:/, ''));
    }
    const { document } = last;
    expect([document.status, last.exit], `${last.stdout.slice(0, 2000)}\n${last.stderr}`).toEqual(['pass', 0]);
    expect([kills, answers]).toEqual([KILLS, 2]);
    const goal = checkpoint(at, 'steps') as unknown as Goal;
    const acts = begun(at).length;
    const cycles = new Set(begun(at)).size;
    // No agent goes on once its run is dead: what ends is what began last.
    const lines = logged(at);
    for (const [index, line] of lines.entries())
      if (line.startsWith('end')) expect(lines[index - 1]).toBe(line.replace('end', 'begin'));
    // No cycle runs its agent twice. What was killed between its charge and its gate was paid for without running.
    expect(cycles).toBe(acts);
    const ranNot = document.trail.filter(({ cycle }) => !begun(at).includes(`begin ${cycle}`));
    expect(ranNot.every((step) => step.verdict === 'error')).toBe(true);
    expect(document.trail).toHaveLength(acts + ranNot.length);
    const counted = acts + ranNot.length;
    expect(goal.totals).toMatchObject({ cycle: counted, tool_calls: counted, children_spawned: counted });
    expect([goal.totals.input_tokens, goal.totals.cost_microusd]).toEqual([null, null]);
    expect(goal.slice_id).toBeGreaterThanOrEqual(SLICES - 1);
    expect(goal.history.map(({ slice_id: id }) => id)).toEqual(goal.history.map((_, index) => index));
    expect(readFileSync(join(at.tree, 'steps.txt'), 'utf8').trim().split('\n')).toHaveLength(STEPS);
    const verified = await praxis(at, ['run', '--verify', document.session ?? '']);
    expect(verified.exit, verified.stdout + verified.stderr).toBe(0);
    const decisions = await recompute(at, 200);
    expect(Object.keys(decisions)).toEqual(expect.arrayContaining(['continue action', 'checkpoint slice']));
    // What a person is told of them is what that evaluator says.
    await explainHolds(at, 200, 'forty');
    const inDoubt = document.trail.filter((step) => step.in_doubt).length;
    process.stderr.write(
      `slices ${goal.slice_id + 1}, cycles ${counted}, acts ${acts}, in doubt ${inDoubt}, never ran ${ranNot.length}, recomputed ${JSON.stringify(decisions)}\n`,
    );
  });
});
