import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fill, makeReadOnly, mountDisk } from './disk.ts';
import { logged, type Place, place, playbook, policy, runTask, write } from './support.ts';

function project(at: Place, act: string): void {
  write(at.tree, {
    'policy.json': policy({ max_cycles: 3 }),
    'task.yaml': {
      goal: 'make the file good',
      topic: 'disk',
      acceptance: [{ id: 'good', run: 'grep -q good state.txt' }],
      scope: ['state.txt', 'big.bin', 'filler'],
      policy_ref: 'policy.json',
      actor: playbook([{ id: 'act', run: `echo act >> ${at.log}; ${act}` }]),
    },
    'state.txt': 'bad\n',
  });
}

const READ_ONLY = /read-?only|EROFS/i;
const FULL = /no space|ENOSPC|full/i;

describe('a disk', () => {
  test('that is read-only below the work tree: exit 2, said in words, and nothing acts', async ({ skip }) => {
    const at = place();
    if (!mountDisk(at.tree, '8m')) skip('this user may not mount');
    project(at, 'true');
    makeReadOnly(at.tree);
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'WORK_TREE_IO']);
    expect(document.error?.message).toMatch(READ_ONLY);
    expect(logged(at)).toEqual([]);
  });

  test('that is full below the work tree: an error in words, nothing acts, and it runs once there is room', async ({
    skip,
  }) => {
    const at = place();
    if (!mountDisk(at.tree, '8m')) skip('this user may not mount');
    project(at, 'echo good > state.txt');
    fill(at.tree);
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([2, 'WORK_TREE_IO']);
    expect(document.error?.message).toMatch(FULL);
    expect(logged(at)).toEqual([]);
    rmSync(join(at.tree, 'filler'));
    const later = await runTask(at);
    expect([later.exit, later.document.status]).toEqual([0, 'pass']);
  });

  test('that an act fills: an error in words, and the run goes on once there is room', async ({ skip }) => {
    const at = place();
    if (!mountDisk(at.tree, '8m')) skip('this user may not mount');
    project(at, 'cat /dev/zero > big.bin');
    const { exit, document } = await runTask(at);
    expect(exit).not.toBe(0);
    expect([1, 2, 4]).toContain(exit);
    if (document.error !== undefined) expect(document.error.message).toMatch(FULL);
    expect(logged(at)).toEqual(['act']);
    rmSync(join(at.tree, 'big.bin'), { force: true });
    writeFileSync(join(at.tree, 'state.txt'), 'good\n');
    const resumed = await runTask(at, ['--resume']);
    expect([resumed.exit, resumed.document.status]).toEqual([0, 'pass']);
    expect(logged(at)).toEqual(['act']);
  });

  test('that is full below PRAXIS_HOME: an error in words, and nothing acts', async ({ skip }) => {
    const at = place();
    if (!mountDisk(at.home, '1m')) skip('this user may not mount');
    project(at, 'echo good > state.txt');
    fill(at.home);
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([1, 'STORE_IO']);
    expect(document.error?.message).toMatch(FULL);
    expect(logged(at)).toEqual([]);
    expect(readFileSync(join(at.tree, 'state.txt'), 'utf8')).toBe('bad\n');
  });

  test('that is read-only below PRAXIS_HOME: an error in words, and nothing acts', async ({ skip }) => {
    const at = place();
    if (!mountDisk(at.home, '1m')) skip('this user may not mount');
    project(at, 'echo good > state.txt');
    makeReadOnly(at.home);
    const { exit, document } = await runTask(at);
    expect([exit, document.error?.code]).toEqual([1, 'STORE_IO']);
    expect(document.error?.message).toMatch(READ_ONLY);
    expect(logged(at)).toEqual([]);
    expect(existsSync(join(at.tree, '.praxis/run.lock'))).toBe(existsSync(join(at.tree, '.praxis/run.lock')));
  });
});
