import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from './repository.ts';
import {
  commitAll,
  git,
  logged,
  type Place,
  place,
  playbook,
  policy,
  praxis,
  runTask,
  start,
  until,
  write,
} from './support.ts';

const FOUR = (at: Place) => [
  { id: 'fails', run: `echo fails >> ${at.log}; echo 40 > answer.txt` },
  { id: 'violates', run: `echo violates >> ${at.log}; echo 42 > answer.txt; echo "process.exit(0)" > check.cjs` },
  { id: 'killed', run: `echo killed >> ${at.log}; echo 42 > answer.txt; sh -c 'kill -9 $$'; exit $?` },
  { id: 'passes', run: `echo passes >> ${at.log}; printf 42 > answer.txt; echo new > made.txt` },
];

function project(actor: (at: Place) => object, more: Readonly<Record<string, unknown>> = {}): Place {
  const at = place();
  write(at.tree, {
    'policy.json': policy({ max_cycles: 3, max_concurrency: 4 }),
    'check.cjs': 'process.exit(require("node:fs").readFileSync("answer.txt", "utf8").trim() === "42" ? 0 : 1);\n',
    'answer.txt': '41\n',
    '.gitignore': 'deps/\n',
    'deps/lib.txt': 'ignored\n',
    'task.yaml': {
      goal: 'the answer is right',
      topic: 'group',
      acceptance: [{ id: 'right', run: 'node check.cjs' }],
      protected: ['check.cjs'],
      policy_ref: 'policy.json',
      actor: actor(at),
      group: 4,
      ...more,
    },
  });
  commitAll(at.tree);
  write(at.tree, { 'untracked.txt': 'of the user\n', 'answer.txt': '39\n' });
  git(at.tree, 'add', 'answer.txt');
  write(at.tree, { 'answer.txt': '41\n' });
  return at;
}

describe('a group of four attempts', () => {
  test('applies the one that passes, records all with their rewards, and leaves nothing behind', async () => {
    const at = project((here) => playbook(FOUR(here)));
    write(at.tree, { '.git/hooks/post-checkout': `#!/bin/sh\necho hook >> ${at.log}\n` });
    execFileSync('chmod', ['+x', join(at.tree, '.git/hooks/post-checkout')]);
    const before = repository(at);
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status, document.cycles], stderr).toEqual([0, 'pass', 1]);
    expect(logged(at).toSorted()).toEqual(['fails', 'killed', 'passes', 'violates']);
    const [step] = document.trail;
    expect(step).toMatchObject({ candidate: 'passes', verdict: 'pass', violation: null, tool_calls: 4 });
    const attempts = [...(step?.attempts ?? [])].sort((a, b) => (a.candidate < b.candidate ? -1 : 1));
    expect(attempts.map(({ candidate, outcome, applied, killed }) => [candidate, outcome, applied, killed])).toEqual([
      ['fails', 0, false, false],
      ['killed', 0, false, true],
      ['passes', 1, true, false],
      ['violates', 0, false, false],
    ]);
    expect(attempts.map(({ reward }) => reward)).toEqual([0.4, 0, 1, 0.4]);
    expect(JSON.stringify(attempts[3]?.violation)).toContain('check.cjs');
    expect(readFileSync(join(at.tree, 'answer.txt'), 'utf8')).toBe('42');
    expect(readFileSync(join(at.tree, 'made.txt'), 'utf8')).toBe('new\n');
    expect(readFileSync(join(at.tree, 'untracked.txt'), 'utf8')).toBe('of the user\n');
    expect(repository(at)).toEqual(before);
    const shown = await praxis(at, ['telemetry', 'export', '--session', document.session ?? '', '--format', 'jsonl']);
    const tasks = shown.stdout.split('\n').filter((line) => line.includes('"groupKey"'));
    expect(new Set(tasks.map((line) => /"groupKey":"([^"]*)"/.exec(line)?.[1]))).toEqual(
      new Set([`${document.session}:1`]),
    );
    expect(tasks).toHaveLength(4);
  });

  test('of one command are samples that find ignored folders and what setup made', async () => {
    const at = project(
      (here) => ({
        kind: 'command',
        run: `cat deps/lib.txt setup.txt untracked.txt && echo "$PRAXIS_ATTEMPT" >> ${here.log} && [ "$PRAXIS_ATTEMPT" = 2 ] && echo 42 > answer.txt`,
        format: 'none',
      }),
      { setup: 'echo ready > setup.txt', setup_copy: ['deps'] },
    );
    const { exit, document, stderr } = await runTask(at);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    expect(logged(at).toSorted()).toEqual(['1', '2', '3', '4']);
    expect(document.trail[0]?.attempts?.filter(({ applied }) => applied).map(({ attempt }) => attempt)).toEqual([2]);
    expect(existsSync(join(at.tree, 'setup.txt'))).toBe(false);
  });

  test('is no larger than what the policy still pays for', async () => {
    const at = project((here) => ({ kind: 'command', run: `echo act >> ${here.log}; sleep 0.1`, format: 'none' }));
    write(at.tree, { 'policy.json': policy({ max_cycles: 9, max_concurrency: 2, max_children_per_parent: 3 }) });
    const { exit, document } = await runTask(at);
    expect([exit, document.status]).toEqual([4, 'stop']);
    expect(logged(at)).toHaveLength(3);
    expect(document.usage.tool_calls).toBe(3);
  });

  test('that is killed in its middle leaves nothing after the next run, whichever that is, and goes on', async () => {
    const at = project((here) =>
      playbook([
        { id: 'quick', run: `echo quick >> ${here.log}; echo 40 > answer.txt` },
        { id: 'slow', run: `echo slow >> ${here.log}; [ -e ${here.log}.go ] || sleep 60; echo 42 > answer.txt` },
      ]),
    );
    const before = repository(at);
    const started = start(at, ['run', 'task.yaml', '--json']);
    await until(() => logged(at).includes('slow'), 'the slow attempt runs', started);
    const [record = ''] = readdirSync(join(at.tree, '.git/worktrees'));
    started.kill('SIGKILL');
    await started.ended;
    // As git leaves it that is killed before it has written where its worktree lies.
    rmSync(join(at.tree, '.git/worktrees', record, 'gitdir'));
    const other = { goal: 'another', acceptance: [{ run: 'true' }], actor: playbook([{ id: 'a', run: 'true' }]) };
    write(at.tree, { 'other.yaml': { ...other, policy_ref: 'policy.json' } });
    const next = await praxis(at, ['run', 'other.yaml']);
    expect([next.exit, repository(at)], next.stderr).toEqual([0, before]);
    write(join(at.tree, '..'), { 'log.go': '' });
    const { exit, document, stderr } = await runTask(at, ['--resume']);
    expect([exit, document.status], stderr).toEqual([0, 'pass']);
    const first = document.trail[0]?.attempts ?? [];
    expect(first.map(({ candidate }) => candidate).toSorted()).toEqual(['quick', 'slow']);
    expect(first.find(({ candidate }) => candidate === 'slow')).toMatchObject({
      outcome: 0,
      killed: true,
      cause: 'in-doubt',
    });
    expect(repository(at)).toEqual(before);
  });
});

test('a group works in a folder of a repository that has no commit yet, by --group alone', async () => {
  const at = place();
  const tree = join(at.tree, 'part');
  write(tree, {
    'policy.json': policy({ max_cycles: 2, max_concurrency: 1 }),
    'answer.txt': '41\n',
    'task.yaml': {
      goal: 'the answer is right',
      acceptance: [{ run: 'grep -q 42 answer.txt && test ! -e link' }],
      scope: ['answer.txt', 'deep/**', 'link'],
      policy_ref: 'policy.json',
      actor: playbook([
        { id: 'wrong', run: 'ln -s answer.txt link; echo 42 > answer.txt' },
        {
          id: 'right',
          run: 'rm answer.txt; mkdir deep; echo 42 > deep/it; ln -s deep/it answer.txt; chmod +x deep/it',
        },
      ]),
    },
  });
  git(at.tree, 'init', '--quiet');
  const { exit, document, stderr } = await runTask({ ...at, tree }, ['--group', '2']);
  expect([exit, document.status], stderr).toEqual([0, 'pass']);
  expect(document.trail[0]?.attempts).toHaveLength(2);
  expect(readFileSync(join(tree, 'answer.txt'), 'utf8')).toBe('42\n');
  expect(lstatSync(join(tree, 'answer.txt')).isSymbolicLink()).toBe(true);
  expect(existsSync(join(at.tree, '.git/worktrees'))).toBe(false);
});

test('an interrupted group ends all its attempts and leaves no tree', async () => {
  const at = project((here) => ({ kind: 'command', run: `echo act >> ${here.log}; sleep 60`, format: 'none' }));
  const before = repository(at);
  const started = start(at, ['run', 'task.yaml', '--json']);
  await until(() => logged(at).length === 4, 'all attempts run', started);
  started.kill('SIGINT');
  const { exit, stdout, stderr } = await started.ended;
  expect(exit, stderr).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ reason: 'interrupted', resumable: true });
  expect(repository(at)).toEqual(before);
});

test('a group without git is refused at the start, and nothing runs', async () => {
  const at = project((here) => playbook(FOUR(here)));
  execFileSync('rm', ['-rf', join(at.tree, '.git')]);
  const { exit, document } = await runTask(at);
  expect([exit, document.error?.code]).toEqual([2, 'TASK_INVALID']);
  expect(logged(at)).toEqual([]);
});
