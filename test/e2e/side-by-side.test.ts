import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  commitAll,
  git,
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

function project(at: Place, act: string): void {
  write(at.tree, {
    'policy.json': policy({ max_cycles: 6 }),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'side',
      acceptance: [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt'],
      policy_ref: 'policy.json',
      actor: playbook([
        { id: 'look', kind: 'explore', run: 'cat state.txt' },
        { id: 'wrong', run: 'echo wrong > state.txt' },
        { id: 'right', run: act },
      ]),
    },
    'state.txt': 'bad\n',
  });
  commitAll(at.tree);
}

describe('runs side by side', () => {
  test('eight work trees of one repository share one library and all pass', { timeout: 120_000 }, async () => {
    const at = place();
    project(at, 'sleep 0.2; echo good > state.txt');
    const trees = Array.from({ length: 8 }, (_, n) => join(at.tree, '..', `tree-${n}`));
    for (const tree of trees) git(at.tree, 'worktree', 'add', '--quiet', '--detach', tree);
    const runs = await Promise.all(trees.map((tree) => runTask({ ...at, tree })));
    for (const { exit, document, stderr } of runs) {
      expect([exit, document.status], stderr).toEqual([0, 'pass']);
    }
    expect(new Set(runs.map((each) => each.document.session)).size).toBe(8);
    expect(readdirSync(join(at.home, 'libraries'))).toHaveLength(1);
    const sessions = (await praxis(at, ['sessions', '--json'])).stdout.trim().split('\n');
    expect(sessions).toHaveLength(8);
    // What eight runs learnt is there for the ninth.
    git(at.tree, 'worktree', 'add', '--quiet', '--detach', join(at.tree, '..', 'tree-9'));
    const ninth = await runTask({ ...at, tree: join(at.tree, '..', 'tree-9') });
    expect([ninth.document.status, ninth.document.cycles]).toEqual(['pass', 1]);
  });

  test('the second run in one work tree is refused and told who holds it', async () => {
    const at = place();
    project(at, `echo begun > ${at.log}; sleep 3; echo good > state.txt`);
    const first = start(at, ['run', 'task.yaml', '--json']);
    await until(() => existsSync(at.log), 'the first run acted', first);
    const second = await runTask(at);
    expect([second.exit, second.document.error?.code]).toEqual([2, 'WORK_TREE_BUSY']);
    expect(second.document.error?.message).toContain(String(first.pid));
    expect((await first.ended).exit).toBe(0);
  });

  test('a run that was killed leaves the work tree free', async () => {
    const at = place();
    project(at, `echo begun > ${at.log}; sleep 30; echo good > state.txt`);
    const first = start(at, ['run', 'task.yaml', '--json']);
    await until(() => existsSync(at.log), 'the first run acted', first);
    first.kill('SIGKILL');
    await first.ended;
    const second = await runTask(at);
    expect([second.exit, second.document.error?.code]).toEqual([2, 'RUN_UNFINISHED']);
  });
});
