import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { goal, goalPolicy } from '../../test/policy/goal-file.ts';
import { KEYS } from '../../test/policy/samples.ts';
import { openPraxis } from './open-praxis.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'praxis-open-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What a program without types may pass. */
const untyped = (value: unknown) => value as never;

describe('openPraxis', () => {
  test('takes a string for the path of a task file', async () => {
    const cwd = folder();
    await expect(openPraxis({ cwd }).run('nothing.yaml')).rejects.toMatchObject({
      code: 'TASK_MISSING',
      message: 'cannot read the task nothing.yaml: there is no such file',
    });
    writeFileSync(join(cwd, 'task.yaml'), 'goal: 1\n');
    await expect(openPraxis({ cwd }).preview('task.yaml')).rejects.toMatchObject({ code: 'TASK_INVALID' });
  });

  test('says of a folder that it is one', async () => {
    await expect(openPraxis({ cwd: folder() }).run('.')).rejects.toMatchObject({
      code: 'TASK_MISSING',
      message: 'cannot read the task .: it is a folder',
    });
  });

  test.each([undefined, null, 7, {}, { kind: 'file' }, { kind: 'moon' }])(
    'refuses %j by name and writes nothing',
    async (task) => {
      const cwd = folder();
      await expect(openPraxis({ cwd }).run(untyped(task))).rejects.toMatchObject({ code: 'USAGE' });
      await expect(openPraxis({ cwd }).preview(untyped(task))).rejects.toMatchObject({ code: 'USAGE' });
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  test('refuses to open nowhere', () => {
    expect(() => openPraxis({ cwd: untyped(undefined) })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('takes a goal in a file from its beginning to its second slice', async () => {
    const { checkpoints } = openPraxis({ cwd: realpathSync(folder()) });
    const policy = goalPolicy();
    const { sha256 } = await checkpoints.create('goal.json', goal().document);
    const observation = { updatedAt: '2026-01-02T10:00:00Z', counters: { cycle: 5n }, evidence: ['log:1'] };
    const evaluated = await checkpoints.evaluate('goal.json', { policy, keys: KEYS });
    expect(evaluated).toMatchObject({ sha256, policyHash: policy.hash, decision: { decision: 'continue' } });
    expect(evaluated.spawnToken).toMatch(/^[0-9a-f]{64}$/);
    expect(evaluated.warnings.map(({ kind }) => kind)).toContain('unknown_total');
    const observed = await checkpoints.observe('goal.json', {
      observation,
      expectedSha256: sha256,
      policy,
      keys: KEYS,
    });
    const request = { requestId: 'r1', expectedSha256: observed.sha256, policy, keys: KEYS };
    expect((await checkpoints.advance('goal.json', request)).result.sliceId).toBe(1n);
    expect((await checkpoints.advance('goal.json', request)).result.sliceId).toBe(1n);
    await expect(checkpoints.create('goal.json', goal().document)).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
  });

  test('makes no file of what is no checkpoint', async () => {
    const cwd = realpathSync(folder());
    const { checkpoints } = openPraxis({ cwd });
    await expect(checkpoints.create('n.json', new Map([['a', 1n]]))).rejects.toMatchObject({
      code: 'CHECKPOINT_INVALID',
    });
    await expect(checkpoints.create('n.json', untyped({ schema_version: 1 }))).rejects.toMatchObject({ code: 'USAGE' });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.each<[string, object]>([
    ['policy', { policy: {} }],
    ['policy', { policy: undefined }],
    ['policy', { policy: goalPolicy().base }],
    ['policy', { policy: { schema_version: 2, base_policy: {}, goal_limits: {} } }],
    ['keys', { keys: {} }],
    ['expectedSha256', { expectedSha256: undefined }],
    ['observation', { observation: undefined }],
    ['rules.expireAfter', { rules: { expireAfter: 3 } }],
  ])('names a wrong %s and leaves the goal as it is', async (named, wrong) => {
    const { checkpoints } = openPraxis({ cwd: realpathSync(folder()) });
    const { sha256 } = await checkpoints.create('goal.json', goal().document);
    const request = {
      observation: { updatedAt: '2026-01-02T10:00:00Z' },
      expectedSha256: sha256,
      policy: goalPolicy(),
      keys: KEYS,
    };
    await expect(checkpoints.observe('goal.json', untyped({ ...request, ...wrong }))).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(named),
    });
    expect((await checkpoints.evaluate('goal.json', request)).sha256).toBe(sha256);
  });

  test('gives the guidelines of its library, and learns for it', async () => {
    vi.stubEnv('PRAXIS_HOME', join(folder(), 'home'));
    vi.stubEnv('PRAXIS_EMBEDDER', 'floor');
    const praxis = openPraxis({ cwd: realpathSync(folder()) });
    const experience = await praxis.experience();
    try {
      const guideline = { text: 'Prefer rg over grep when searching.', type: 'convention', domain: 'search' } as const;
      expect(await experience.add(guideline)).toMatchObject({ version: 1, entry: { id: 'r1', status: 'active' } });
      const given = await experience.inject({ task: 'searching with grep' });
      expect(given.block).toBe('[G0] Prefer rg over grep when searching.');
    } finally {
      await experience.close();
    }
    expect(await praxis.learn()).toMatchObject({ done: 0, library: { version: 1, size: 1 } });
  });
});
