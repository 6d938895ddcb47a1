import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkpoint,
  logged,
  type Place,
  place,
  playbook,
  policy,
  run,
  runTask,
  start,
  until,
  write,
} from './support.ts';

interface Setting {
  readonly actor?: object;
  readonly limits?: Parameters<typeof policy>[0];
  readonly state?: string;
  readonly acceptance?: readonly object[];
}

function setUp({ actor, limits, state = 'bad\n', acceptance }: Setting): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy(limits),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'endings',
      acceptance: acceptance ?? [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt'],
      policy_ref: 'policy.json',
      actor: actor ?? playbook([{ id: 'write', run: 'echo good > state.txt' }]),
    },
    'state.txt': state,
  });
  return at;
}

const agent = (command: string) => ({ kind: 'command', run: command, format: 'none' });

describe('a run ends', () => {
  test('with pass where the acceptance holds after an act', async () => {
    const at = setUp({});
    const { exit, document } = await runTask(at);
    expect([exit, document.exit, document.status, document.cycles, document.resumable]).toEqual([
      0,
      0,
      'pass',
      1,
      false,
    ]);
    expect(document.trail[0]).toMatchObject({ candidate: 'write', verdict: 'pass', tool_calls: 1, in_doubt: false });
    expect(document.trail[0]?.evidence).toContain(document.acceptance[0]?.evidence);
    expect(checkpoint(at, 'endings')).toMatchObject({
      status: 'completed',
      cycle: 1,
      tool_calls: 1,
      children_spawned: 0,
    });
    expect(document.report).toBe('.coord/par_endings_final.md');
    const report = readFileSync(join(at.tree, document.report ?? ''), 'utf8');
    expect(report).toContain('pass');
    expect(readFileSync(join(at.tree, '.coord/par_endings.yml'), 'utf8')).toMatch(/final_status: "?pass/);
  });

  test('with pass and no cycle where the acceptance holds before anything acted', async () => {
    const at = setUp({ state: 'good\n', actor: agent('echo ran > state.txt') });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles, document.trail]).toEqual([0, 'pass', 0, []]);
    expect(checkpoint(at, 'endings')).toMatchObject({ status: 'completed', cycle: 0 });
  });

  test('with checkpoint where the policy asks for one, and goes on from there', async () => {
    const at = setUp({
      actor: agent(
        `n=$(cat state.txt | wc -l); [ $n -ge 3 ] && echo good >> state.txt || echo $n >> state.txt; head -c 6000 /dev/zero | tr '\\0' x`,
      ),
      limits: { checkpoint_transcript_bytes: 5000 },
    });
    const first = await runTask(at);
    expect([first.exit, first.document.status, first.document.resumable]).toEqual([3, 'checkpoint', true]);
    expect(checkpoint(at, 'endings')).toMatchObject({ status: 'running' });
    const session = first.document.session;
    let cycles = first.document.cycles;
    for (let resumes = 0; resumes < 4; resumes++) {
      const next = await runTask(at, ['--resume']);
      expect(next.document.session).toBe(session);
      expect(next.document.cycles).toBe(cycles + 1);
      cycles += 1;
      if (next.exit === 0) return;
      expect(next.exit).toBe(3);
    }
    throw new Error('never passed');
  });

  test('with stop where no candidate is left, and goes on with a changed task file', async () => {
    const at = setUp({ actor: playbook([{ id: 'nothing', run: 'true' }]) });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.resumable]).toEqual([4, 'stop', true]);
    expect(checkpoint(at, 'endings')).toMatchObject({ status: 'blocked' });
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    write(at.tree, { 'task.yaml': { ...task, actor: playbook([{ id: 'write', run: 'echo good > state.txt' }]) } });
    const resumed = await runTask(at, ['--resume']);
    expect([resumed.exit, resumed.document.status, resumed.document.cycles]).toEqual([0, 'pass', 2]);
  });

  test('with stop at a limit, and goes on where the policy allows more', async () => {
    const at = setUp({
      actor: agent('echo more >> state.txt; [ $(wc -l < state.txt) -ge 4 ] && echo good >> state.txt'),
      limits: { max_cycles: 2 },
    });
    const first = await runTask(at);
    expect([first.exit, first.document.status]).toEqual([4, 'stop']);
    const again = await runTask(at, ['--resume']);
    expect([again.exit, again.document.status, again.document.cycles]).toEqual([4, 'stop', 2]);
    write(at.tree, { 'policy.json': policy({ max_cycles: 5 }) });
    const resumed = await runTask(at, ['--resume']);
    expect([resumed.exit, resumed.document.status, resumed.document.cycles]).toEqual([0, 'pass', 3]);
    expect(resumed.document.session).toBe(first.document.session);
  });

  test('with needs-human where an actor asks for one', async () => {
    const question = {
      praxis: { ask_human: { gate: 'deploy', question: 'Deploy now?', action: { to: 'production' } } },
    };
    const at = setUp({ actor: agent(`echo '${JSON.stringify(question)}'`) });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.resumable, document.cycles]).toEqual([4, 'needs-human', true, 1]);
    expect(checkpoint(at, 'endings')).toMatchObject({ status: 'waiting_for_human' });
    expect(readFileSync(join(at.tree, document.report ?? ''), 'utf8')).toContain('Deploy now?');
  });

  test('with exit 130 when it is interrupted, and its act is gone', async () => {
    const at = setUp({});
    const task = JSON.parse(readFileSync(join(at.tree, 'task.yaml'), 'utf8'));
    const slow = `echo begun >> ${at.log}; sleep 20; echo late >> ${at.log}`;
    write(at.tree, { 'task.yaml': { ...task, actor: agent(slow) } });
    const started = start(at, ['run', 'task.yaml', '--json']);
    await until(() => existsSync(at.log), 'the act began', started);
    started.kill('SIGINT');
    const { exit, document } = run(await started.ended);
    expect([exit, document.exit, document.status, document.resumable]).toEqual([130, 130, 'stop', true]);
    expect(checkpoint(at, 'endings')).toMatchObject({ status: 'running' });
    write(at.tree, { 'task.yaml': { ...task, actor: agent('echo good > state.txt') } });
    const resumed = await runTask(at, ['--resume']);
    expect([resumed.exit, resumed.document.status, resumed.document.session]).toEqual([0, 'pass', document.session]);
    expect(logged(at)).toEqual(['begun']);
  });

  test('with exit 2 where an unfinished run of the task is there and nobody resumes it', async () => {
    const at = setUp({ actor: agent('true'), limits: { max_cycles: 1 } });
    await runTask(at);
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'RUN_UNFINISHED']);
    expect(document.error?.hint).toContain('--resume');
    const fresh = await runTask(at, ['--new']);
    expect([fresh.exit, fresh.document.status, fresh.document.cycles]).toEqual([4, 'stop', 1]);
  });

  test('with exit 2 where a passed run is resumed', async () => {
    const at = setUp({});
    await runTask(at);
    const { exit, document } = await runTask(at, ['--resume']);
    expect([exit, document.error?.code]).toEqual([2, 'RUN_NOT_RESUMABLE']);
  });

  test('anew where the task passed before and is broken again', async () => {
    const at = setUp({});
    const first = await runTask(at);
    write(at.tree, { 'state.txt': 'bad again\n' });
    const second = await runTask(at);
    expect([second.exit, second.document.status]).toEqual([0, 'pass']);
    expect(second.document.session).not.toBe(first.document.session);
  });

  test('with status error where the checkpoint of its task is gone', async () => {
    const at = setUp({ actor: agent('true'), limits: { max_cycles: 1 } });
    await runTask(at);
    const { rmSync } = await import('node:fs');
    rmSync(join(at.tree, '.coord/checkpoint-endings.json'));
    const { exit, document } = await runTask(at, ['--resume']);
    expect([exit, document.status]).toEqual([4, 'error']);
    expect(existsSync(join(at.tree, '.coord/checkpoint-endings.json'))).toBe(false);
  });
});

describe('a criterion fails and the run goes on', () => {
  test('where its command is not there', async () => {
    const at = setUp({ acceptance: [{ id: 'good', run: 'no-such-command-anywhere --check' }] });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 1]);
    expect(document.acceptance).toMatchObject([{ id: 'good', passed: false, fraction: 0 }]);
  });

  test('where it takes longer than it may', async () => {
    const at = setUp({ acceptance: [{ id: 'good', run: 'grep -q good state.txt || sleep 40', timeout_s: 1 }] });
    const { exit, document, durationMs } = await runTask(at);
    expect([exit, document.status]).toEqual([0, 'pass']);
    expect(durationMs).toBeLessThan(15_000);
  });

  test('where the file it names does not exist', async () => {
    const at = setUp({
      acceptance: [{ id: 'there', exists: 'state.new' }],
      actor: agent('true'),
      limits: { max_cycles: 1 },
    });
    const { document } = await runTask(at);
    expect(document.acceptance).toMatchObject([{ id: 'there', passed: false }]);
    expect(document.trail[0]?.failure).toEqual(expect.any(String));
  });

  test.each([
    ['a pointer that leads nowhere', { pointer: '/b', equals: 1 }, 0],
    ['no number where one is due', { pointer: '/text', at_most: 3 }, 0],
    ['a value that is equal', { pointer: '/list/1', equals: { x: [1, 2] } }, 1],
    ['a value at the border', { pointer: '/a', at_most: 3 }, 1],
  ])('or holds by its JSON: %s', async (_, json, fraction) => {
    const printed = JSON.stringify({ a: 3, text: '3', list: [0, { x: [1, 2] }] });
    const at = setUp({
      acceptance: [{ id: 'json', run: `echo '${printed}'`, json }],
      actor: agent('true'),
      limits: { max_cycles: 1 },
    });
    const { document } = await runTask(at);
    expect(document.acceptance).toMatchObject([{ fraction }]);
  });

  test('where its output does not match', async () => {
    const at = setUp({
      acceptance: [{ id: 'version', run: 'cat state.txt', matches: '^1\\.' }],
      state: '2.0\n',
      actor: agent('echo 1.5 > state.txt'),
    });
    const { document } = await runTask(at);
    expect([document.status, document.cycles]).toEqual(['pass', 1]);
  });

  test('where an act cannot be started, and the policy ends it', async () => {
    const at = setUp({ actor: agent('no-such-agent-anywhere'), limits: { max_same_failure_retries: 2 } });
    const { exit, document } = await runTask(at);
    expect([exit, document.status, document.cycles]).toEqual([4, 'stop', 3]);
  });
});
