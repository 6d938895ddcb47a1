import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryIo } from '../../../test/cli/memory-io.ts';
import { printedText } from '../../base/canonical-json.ts';
import { createCheckpoint, LIMIT_NAMES, loadPolicy, policyWarnings, withCheckpointFields } from '../../policy/index.ts';
import { evaluatePolicyFile } from './evaluate.ts';
import { initPolicy } from './init.ts';
import { validatePolicyFile } from './validate.ts';

let cwd = '';

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-policy-')));
});

afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function checkpointWith(changes: Parameters<typeof withCheckpointFields>[1]): void {
  const zero = createCheckpoint({ taskId: 't', parentId: null, updatedAt: '2026-01-02T03:04:05Z' });
  writeFileSync(join(cwd, 'checkpoint.json'), printedText(withCheckpointFields(zero, changes)));
}

describe('policy init', () => {
  test('writes a valid policy and says what each limit does', async () => {
    const io = memoryIo({ cwd });
    expect(await initPolicy({ json: false }, io)).toBe(0);
    for (const name of LIMIT_NAMES) expect(io.out()).toContain(name);
    expect(await validatePolicyFile({ json: false }, memoryIo({ cwd }))).toBe(0);
  });

  test('never overwrites a file unless it is told to', async () => {
    writeFileSync(join(cwd, 'policy.json'), 'mine');
    await expect(initPolicy({ json: false }, memoryIo({ cwd }))).rejects.toMatchObject({ code: 'POLICY_EXISTS' });
    expect(readFileSync(join(cwd, 'policy.json'), 'utf8')).toBe('mine');
    expect(await initPolicy({ json: false, force: true }, memoryIo({ cwd }))).toBe(0);
    expect(await validatePolicyFile({ json: false }, memoryIo({ cwd }))).toBe(0);
  });

  test('writes a goal policy that bounds the whole goal too', async () => {
    const io = memoryIo({ cwd });
    expect(await initPolicy({ json: true, goal: true }, io)).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({
      policy_id: 'starting-goal-policy',
      limits: { max_cycles: { value: 12 } },
      goal_limits: { cycle: 60, tool_calls: 1000, elapsed_seconds: 18000 },
    });
    const loaded = loadPolicy(readFileSync(join(cwd, 'policy.json')), 'policy.json');
    if (loaded.kind !== 'goal-policy') throw new Error('no goal policy');
    expect(policyWarnings(loaded.policy)).toEqual([]);
    const words = memoryIo({ cwd });
    await initPolicy({ json: false, goal: true, force: true }, words);
    expect(words.out()).toContain('The whole goal:\n  cycle             60\n');
  });

  test('prints one document with --json', async () => {
    const io = memoryIo({ cwd });
    await initPolicy({ json: true, output: 'strict.json' }, io);
    expect(JSON.parse(io.out())).toMatchObject({ written: 'strict.json', limits: { max_cycles: { value: 12 } } });
    expect(io.err()).toBe('');
  });
});

describe('policy validate', () => {
  test("prints the contract's document with --json, and an error beside it", async () => {
    writeFileSync(join(cwd, 'policy.json'), '{"schema_version":1,"policy_id":"x"}');
    const io = memoryIo({ cwd });
    expect(await validatePolicyFile({ json: true }, io)).toBe(2);
    expect(JSON.parse(io.out())).toMatchObject({
      errors: ['missing policy fields: human_authorization, limits'],
      kind: 'policy',
      ok: false,
      path: 'policy.json',
      error: { code: 'POLICY_INVALID', message: 'policy.json: missing policy fields: human_authorization, limits' },
    });
    expect(io.err()).toContain('missing policy fields');
  });

  test('lists every problem with its place where it is asked to', async () => {
    await initPolicy({ json: false }, memoryIo({ cwd }));
    const policy = JSON.parse(readFileSync(join(cwd, 'policy.json'), 'utf8'));
    writeFileSync(
      join(cwd, 'policy.json'),
      JSON.stringify({ ...policy, policy_id: '', limits: { ...policy.limits, max_cycles: -1 } }),
    );
    const io = memoryIo({ cwd });
    expect(await validatePolicyFile({ json: true, all: true }, io)).toBe(2);
    expect(JSON.parse(io.out()).problems).toEqual([
      { path: ['policy_id'], message: 'policy.policy_id must be a non-empty string' },
      { path: ['limits', 'max_cycles'], message: 'policy.limits.max_cycles must be a non-negative integer' },
    ]);
    expect(io.err()).toContain('  limits.max_cycles: policy.limits.max_cycles must be');
  });

  test('names a file that is no JSON', async () => {
    writeFileSync(join(cwd, 't.yaml'), 'goal: x\n');
    const io = memoryIo({ cwd });
    expect(await validatePolicyFile({ json: false, policy: 't.yaml' }, io)).toBe(2);
    expect(io.err()).toContain('error: t.yaml is not JSON: ');
  });

  test('shows what a goal policy bounds in a slice and in all', async () => {
    await initPolicy({ json: false, output: 'base.json' }, memoryIo({ cwd }));
    const base = JSON.parse(readFileSync(join(cwd, 'base.json'), 'utf8'));
    const goal = {
      schema_version: 2,
      policy_id: 'g',
      base_policy: base,
      goal_limits: { cost_microusd: 5000000, elapsed_seconds: 7200.5 },
      reviewer_reserve: 1,
    };
    writeFileSync(join(cwd, 'policy.json'), JSON.stringify(goal));
    const io = memoryIo({ cwd });
    expect(await validatePolicyFile({ json: false }, io)).toBe(0);
    expect(io.out()).toContain('max_cycles');
    expect(io.out()).toMatch(/cost_microusd +5000000\n +elapsed_seconds +7200\.5\n +reviewer_reserve +1/);
  });

  test('shows no control characters of a policy on a terminal', async () => {
    await initPolicy({ json: false }, memoryIo({ cwd }));
    const text = readFileSync(join(cwd, 'policy.json'), 'utf8').replace('starting-policy', 'red\\u001b[31m');
    writeFileSync(join(cwd, 'policy.json'), text);
    const io = memoryIo({ cwd });
    await validatePolicyFile({ json: false }, io);
    expect(io.out()).not.toContain('\u001b');
  });
});

describe('policy evaluate', () => {
  test.each([
    { changes: {}, exit: 0, says: 'continue' },
    { changes: { transcript_bytes: 2_000_000n }, exit: 3, says: 'checkpoint_required' },
    { changes: { cycle: 12n }, exit: 4, says: 'limit_reached:cycle=12:max_cycles=12' },
    { changes: { cycle: -1n }, exit: 4, says: 'evaluation_error' },
  ])('ends with $exit and says $says', async ({ changes, exit, says }) => {
    await initPolicy({ json: false }, memoryIo({ cwd }));
    checkpointWith(changes);
    const io = memoryIo({ cwd });
    expect(await evaluatePolicyFile({ checkpoint: 'checkpoint.json', json: false }, io)).toBe(exit);
    expect(io.out()).toContain(says);
  });

  test('says of a checkpoint that is not there just that', async () => {
    await initPolicy({ json: false }, memoryIo({ cwd }));
    const io = memoryIo({ cwd });
    expect(await evaluatePolicyFile({ checkpoint: 'nope', json: false }, io)).toBe(4);
    expect(io.out()).toBe('stop\n  there is no checkpoint at nope\n');
  });

  test('prints the decision document alone with --json, also for files that are not there', async () => {
    const io = memoryIo({ cwd });
    expect(await evaluatePolicyFile({ checkpoint: 'no.json', json: true }, io)).toBe(4);
    expect(JSON.parse(io.out())).toEqual({
      checkpoint_required: false,
      decision: 'stop',
      effective_limits: {},
      observed_metrics: {},
      policy_hash: null,
      policy_id: 'policy',
      reasons: ["evaluation_error:cannot read JSON object no.json: [Errno 2] No such file or directory: 'no.json'"],
      schema_version: 1,
      spawn_allowed: false,
    });
  });
});
