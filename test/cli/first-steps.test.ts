import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  CLI,
  cleanEnvironment,
  type Place,
  place,
  playbook,
  policy,
  praxis,
  start,
  until,
  write,
} from '../e2e/support.ts';

const FAILING = { 'package.json': { scripts: { test: 'test -f flag' } } };

/** A task that only a flag is missing for. */
function task(at: Place, actor: object, limits: Parameters<typeof policy>[0] = {}): void {
  write(at.tree, {
    'policy.json': policy(limits),
    'task.yaml': {
      goal: 'make the flag',
      acceptance: [{ id: 'flag', run: 'test -f flag' }],
      policy_ref: 'policy.json',
      actor,
    },
  });
}

describe('the first task of a newcomer', () => {
  test('stops without a remedy, says how to go on, and goes on so', async () => {
    const at = place();
    write(at.tree, FAILING);
    await praxis(at, ['init']);
    const stopped = await praxis(at, ['run', 'task.yaml']);
    expect(stopped.exit).toBe(4);
    expect(stopped.stdout).toContain('no candidate of the task is left to try on this failure');
    expect(stopped.stdout).toMatch(/next {5}Add a candidate .*`praxis run --resume`.*\n +praxis run --resume /);

    const path = join(at.tree, 'task.yaml');
    const remedy = '    - { id: flag, kind: exploit, run: "touch flag" }\n';
    writeFileSync(path, readFileSync(path, 'utf8').replace(/( {2}candidates:\n)/, `$1${remedy}`));
    const again = await praxis(at, ['run', 'task.yaml']);
    expect([again.exit, again.stdout]).toEqual([2, '']);
    expect(again.stderr).toMatch(/ended as "stop" and can go on \(RUN_UNFINISHED\)\nhint: .*new candidate.*--new/);

    const dry = await praxis(at, ['run', 'task.yaml', '--dry-run']);
    expect(dry.stdout).toMatch(/run {6}would be refused: .*\(RUN_UNFINISHED\)\n .*--resume.*--new/);
    const resumed = await praxis(at, ['run', '--resume', '--dry-run']);
    expect(resumed.stdout).toMatch(/policy {3}\S+: continue\nrun {6}would resume session /);
    expect((await praxis(at, ['run', '--resume'])).stdout).toMatch(/^PASS after [12] cycles?\n/);

    const fresh = await praxis(at, ['run', 'task.yaml', '--dry-run', '--json']);
    expect(JSON.parse(fresh.stdout)).toMatchObject({ opening: { kind: 'begin' }, decision: { decision: 'continue' } });
  });

  test('is told that a run was cut off, not that it ended as running', async () => {
    const at = place();
    task(at, playbook([{ id: 'slow', run: 'touch begun; sleep 40' }]));
    const started = start(at, ['run', 'task.yaml', '--json'], {});
    await until(() => existsSync(join(at.tree, 'begun')), 'the act has begun');
    started.kill('SIGKILL');
    await started.ended;
    const again = await praxis(at, ['run', 'task.yaml']);
    expect(again.stderr).toMatch(/^error: session \S+ of this task was cut off and can go on \(RUN_UNFINISHED\)/);
  });
});

describe('praxis run', () => {
  test('names a folder that is no task', async () => {
    const ended = await praxis(place(), ['run', '.']);
    expect([ended.exit, ended.stderr.split('\n')[0]]).toEqual([
      2,
      'error: cannot read the task .: it is a folder (TASK_MISSING)',
    ]);
  });

  test('shows in a dry run why the policy would stop it', async () => {
    const at = place();
    task(at, playbook([{ id: 'touch', run: 'touch flag' }]), { max_cycles: 0 });
    const { exit, stdout } = await praxis(at, ['run', 'task.yaml', '--dry-run']);
    expect(exit).toBe(0);
    expect(stdout).toContain(`: stop
         max_cycles is 0, which is reached before anything acts
         Raise max_cycles`);
  });

  test('says how to check a policy that cannot be used', async () => {
    const at = place();
    task(at, playbook([{ id: 'touch', run: 'touch flag' }]));
    write(at.tree, { 'policy.json': '{"schema_version": 1}' });
    const ended = await praxis(at, ['run', 'task.yaml']);
    expect([ended.exit, ended.stdout]).toEqual([4, expect.stringContaining('`praxis policy validate --policy')]);
    const dry = await praxis(at, ['run', 'task.yaml', '--dry-run']);
    expect([dry.exit, dry.stderr]).toEqual([2, expect.stringMatching(/^error: missing policy fields/)]);
  });
});

describe('a report of a question', () => {
  test('names no command that does not exist', async () => {
    const at = place();
    const asked = { praxis: { ask_human: { gate: 'deploy', question: 'May I?', action: {} } } };
    task(at, { kind: 'command', run: `echo '${JSON.stringify(asked)}'` });
    expect((await praxis(at, ['run', 'task.yaml'])).exit).toBe(4);
    const report = readFileSync(join(at.tree, '.coord/par_make-the-flag_final.md'), 'utf8');
    expect(report).toContain('Gate `deploy`: May I?');
    expect(report).toContain('`praxis run --resume --answer approve`');
    const [, signing = ''] = /`praxis (checkpoint sign [^`]*)`/.exec(report) ?? [];
    expect(signing).toContain("--gate 'deploy' --decision approve");
    expect((await praxis(at, ['checkpoint', 'sign', '--help'])).stdout).toContain('--rationale');
  });
});

describe('a library without runs', () => {
  test.each([
    ['explain last', 'runs'],
    ['sessions last', 'sessions'],
    ['sessions abcd', 'sessions'],
  ])('is what `%s` finds', async (line, what) => {
    const ended = await praxis(place(), line.split(' '));
    expect([ended.exit, ended.stderr.split('\n')[0]]).toEqual([
      2,
      `error: the library of this folder holds no ${what} yet (SESSION_NOT_FOUND)`,
    ]);
  });
});

describe.runIf(existsSync('/dev/full'))('a full device', () => {
  test.each(['sessions --help', '--help', 'completions bash'])('is one clear error for `%s`', (line) => {
    const script = `"$0" "$1" ${line} > /dev/full`;
    const ended = spawnSync('bash', ['-c', script, process.execPath, CLI], {
      encoding: 'utf8',
      env: cleanEnvironment(),
    });
    expect([ended.status, ended.stderr]).toEqual([
      1,
      'error: cannot write to standard output: ENOSPC (OUTPUT_IO)\nhint: See that the disk has room and that the output can be written.\n',
    ]);
  });
});
