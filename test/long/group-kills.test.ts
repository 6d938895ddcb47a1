import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leftProcesses } from '../danger/fixture.ts';
import { repository } from '../e2e/repository.ts';
import {
  checkpoint,
  commitAll,
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
import { share } from './share.ts';

const KILLS = share(60);
/** Kills of one run; then it is let go on. */
const KILLS_A_RUN = 5;
const ATTEMPTS = 4;
const FILES = 200;
/** How long after the death of its run an agent may still be caught writing, on a machine that does much else. */
const SLACK_MS = 300;

/** Spends for half a second, a line each time; then it fails, does what is forbidden, is killed, or passes. */
const AGENT = `say() { echo "$1 $PRAXIS_CYCLE $PRAXIS_ATTEMPT $(date +%s%3N)" >> 'LOG'; }
say begin
for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.05; say spend; done
case $PRAXIS_ATTEMPT in
  1) echo 40 > answer.txt;;
  2) echo 42 > answer.txt; echo 'process.exit(0)' > check.cjs;;
  3) echo 42 > answer.txt; kill -9 $$;;
  4) printf 42 > answer.txt; for i in $(seq ${FILES}); do echo $i > made/$PRAXIS_CYCLE-$i.txt; done;;
esac
say end
`;

function project(): Place {
  const at = place();
  const agent = `${at.log}.agent.sh`;
  writeFileSync(agent, AGENT.replaceAll('LOG', at.log));
  write(at.tree, {
    'policy.json': policy({
      max_cycles: 20,
      max_concurrency: ATTEMPTS,
      max_tool_calls: 1000,
      max_children_per_parent: 1000,
    }),
    'check.cjs': 'process.exit(require("node:fs").readFileSync("answer.txt", "utf8").trim() === "42" ? 0 : 1);\n',
    'answer.txt': '41\n',
    'made/first.txt': 'of the user\n',
    'task.yaml': {
      goal: 'the answer is right',
      topic: 'kills',
      acceptance: [{ id: 'right', run: 'node check.cjs' }],
      scope: ['answer.txt', 'made/**'],
      protected: ['check.cjs'],
      policy_ref: 'policy.json',
      actor: { kind: 'command', run: `sh '${agent}'`, format: 'none' },
      group: ATTEMPTS,
    },
  });
  commitAll(at.tree);
  write(at.tree, { 'untracked.txt': 'of the user\n' });
  return at;
}

/** Draws from [0, 1); the same for each seed. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const has = (path: string, test: (name: string) => boolean = () => true): boolean =>
  existsSync(path) && readdirSync(path).some(test);

/** What a kill waits for, and how long it goes on waiting at most, in ms. */
const MOMENTS: readonly { readonly holds: (at: Place, before: number) => boolean; readonly afterMs: number }[] = [
  { holds: (at) => has(join(at.tree, '.git', 'worktrees')), afterMs: 60 },
  { holds: (at, before) => logged(at).length > before, afterMs: 700 },
  { holds: (at, before) => logged(at).length >= before + ATTEMPTS * 11, afterMs: 400 },
  { holds: (at) => has(join(at.tree, 'made'), (name) => name !== 'first.txt'), afterMs: 20 },
];

/** Begins or resumes the run and kills it; the run where it ended before. */
async function killed(at: Place, isFirst: boolean, draw: () => number): Promise<Run | null> {
  const before = logged(at).length;
  const started = start(at, ['run', 'task.yaml', '--json', ...(isFirst ? [] : ['--resume'])]);
  let hasEnded = false;
  const ended = started.ended.finally(() => {
    hasEnded = true;
  });
  const moment = MOMENTS[Math.floor(draw() * MOMENTS.length)];
  const wait = async (holds: () => boolean) => {
    while (!hasEnded && !holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  await wait(() => moment === undefined || moment.holds(at, before));
  const instant = performance.now() + draw() * (moment?.afterMs ?? 0);
  await wait(() => performance.now() >= instant);
  started.kill('SIGKILL');
  const how = await ended;
  if (how.exit !== null) return run(how);
  const diedAtMs = Date.now();
  await until(() => leftProcesses(at).length === 0, 'no process of an attempt lives');
  await new Promise((resolve) => setTimeout(resolve, SLACK_MS));
  const late = logged(at).filter((line) => Number(line.split(' ')[3]) > diedAtMs + SLACK_MS);
  expect(late).toEqual([]);
  expect(leftProcesses(at)).toEqual([]);
  return null;
}

describe(`a group of four attempts whose run is killed, ${KILLS} times in all`, () => {
  const runs = Math.ceil(KILLS / KILLS_A_RUN);
  test.each(Array.from({ length: runs }, (_, n) => n + 1))('ends right, run %i', async (seed) => {
    const at = project();
    const draw = draws(seed);
    const before = repository(at);
    const kills = Math.min(KILLS_A_RUN, KILLS - (seed - 1) * KILLS_A_RUN);
    let ended: Run | null = null;
    for (let n = 0; n < kills && ended === null; n++) ended = await killed(at, n === 0, draw);
    ended ??= await runTask(at, ['--resume']);
    const { document } = ended;
    expect([ended.exit, document.status], ended.stdout + ended.stderr).toEqual([0, 'pass']);

    // The one that passes is applied, whole, and nothing of one that was cut off.
    const { trail, cycles } = document;
    const last = trail.at(-1);
    const byNumber = [...(last?.attempts ?? [])].sort((a, b) => a.attempt - b.attempt);
    expect(byNumber.map(({ outcome, applied, killed: isKilled }) => [outcome, applied, isKilled])).toEqual([
      [0, false, false],
      [0, false, false],
      [0, false, true],
      [1, true, false],
    ]);
    expect(byNumber.map(({ reward }) => reward >= 0 && reward <= 1)).toEqual([true, true, true, true]);
    expect(readFileSync(join(at.tree, 'answer.txt'), 'utf8')).toBe('42');
    const made = Array.from({ length: FILES }, (_, n) => `${cycles}-${n + 1}.txt`);
    expect(readdirSync(join(at.tree, 'made')).toSorted()).toEqual(['first.txt', ...made].toSorted());
    expect(readFileSync(join(at.tree, 'check.cjs'), 'utf8')).toContain('answer.txt');

    // Every attempt of every cycle is recorded, and none of a cycle that was cut off is said to be applied.
    for (const { attempts = [], in_doubt: isInDoubt } of trail) {
      expect(attempts.map(({ attempt }) => attempt).toSorted()).toEqual([1, 2, 3, 4]);
      if (isInDoubt) expect(attempts.filter(({ applied }) => applied)).toEqual([]);
    }
    const shown = await praxis(at, ['telemetry', 'export', '--session', document.session ?? '', '--format', 'jsonl']);
    expect(shown.stdout.split('\n').filter((line) => line.includes('"groupKey"'))).toHaveLength(ATTEMPTS * cycles);

    // All are paid for, and none ran that was not, or twice.
    expect(checkpoint(at, 'kills')).toMatchObject({
      cycle: cycles,
      tool_calls: ATTEMPTS * cycles,
      children_spawned: ATTEMPTS * cycles,
      active_children: 0,
    });
    const begun = logged(at)
      .filter((line) => line.startsWith('begin'))
      .map((line) => line.split(' ').slice(1, 3).join(' '));
    expect(new Set(begun).size).toBe(begun.length);
    expect(begun.every((line) => Number(line.split(' ')[0]) <= cycles)).toBe(true);

    expect(repository(at)).toEqual(before);
    expect(leftProcesses(at)).toEqual([]);
    expect((await praxis(at, ['run', '--verify', document.session ?? ''])).exit).toBe(0);
  });
});
