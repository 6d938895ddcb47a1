import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printedText } from '../../src/base/canonical-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import { goalPolicyDocument, spentGoal } from '../policy/goal-file.ts';
import { agentCollab } from './agent-collab.ts';
import { fill, makeReadOnly, mountDisk } from './disk.ts';
import { place } from './support.ts';

/** Writes a goal that may advance and its policy; answers the hash of the goal. */
function lay(folder: string): string {
  writeFileSync(join(folder, 'policy.json'), printedText(goalPolicyDocument()));
  writeFileSync(join(folder, 'goal.json'), printedText(spentGoal().document));
  return sha256Hex(readFileSync(join(folder, 'goal.json')));
}

async function advance(cwd: string, checkpoint: string, expected: string) {
  const files = ['--checkpoint', checkpoint, '--policy', 'policy.json'];
  const ended = await agentCollab(cwd, [
    'checkpoint',
    'advance',
    ...files,
    '--request-id',
    'r1',
    '--expected-sha256',
    expected,
  ]);
  return { exit: ended.exit, stderr: ended.stderr, document: JSON.parse(ended.stdout) };
}

describe('a checkpoint', () => {
  test('on a full disk stays as it is, with one clear error, and advances once there is room', async ({ skip }) => {
    const { tree } = place();
    if (!mountDisk(tree, '64k')) skip('this user may not mount');
    const hash = lay(tree);
    fill(tree);
    const { exit, stderr, document } = await advance(tree, 'goal.json', hash);
    expect([exit, stderr]).toEqual([2, '']);
    expect(document.errors).toEqual([expect.stringContaining('[Errno 28] No space left on device')]);
    expect(sha256Hex(readFileSync(join(tree, 'goal.json')))).toBe(hash);
    expect(readdirSync(tree).sort()).toEqual(['filler', 'goal.json', 'goal.json.lock', 'policy.json']);
    rmSync(join(tree, 'filler'));
    expect(await advance(tree, 'goal.json', hash)).toMatchObject({ exit: 0, document: { slice_id: 1 } });
  });

  test('on a read-only mount stays as it is, with one clear error', async ({ skip }) => {
    const { tree } = place();
    if (!mountDisk(tree, '64k')) skip('this user may not mount');
    const hash = lay(tree);
    makeReadOnly(tree);
    const { exit, stderr, document } = await advance(tree, 'goal.json', hash);
    expect([exit, stderr]).toEqual([2, '']);
    const path = join(tree, 'goal.json.lock');
    expect(document.errors).toEqual([
      `cannot open checkpoint lock ${path}: [Errno 30] Read-only file system: '${path}'`,
    ]);
  });

  test('behind a link stays as it is, with one clear error', async () => {
    const { tree } = place();
    const hash = lay(tree);
    symlinkSync(tree, join(tree, 'way'));
    const { exit, document } = await advance(tree, 'way/goal.json', hash);
    expect(exit).toBe(2);
    expect(document.errors).toEqual([`checkpoint path contains a symlink or reparse point: ${join(tree, 'way')}`]);
    expect(sha256Hex(readFileSync(join(tree, 'goal.json')))).toBe(hash);
  });
});
