import { copyFileSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryIo } from '../../../test/cli/memory-io.ts';
import { goal, goalPolicyDocument, spentGoal } from '../../../test/policy/goal-file.ts';
import { ACTION, checkpointDocument, KEYS, policyDocument, signedDecision } from '../../../test/policy/samples.ts';
import { printedText } from '../../base/canonical-json.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { advanceCheckpointVerb } from './advance.ts';
import { createCheckpointVerb } from './create.ts';
import { diffCheckpointVerb } from './diff.ts';
import { logCheckpointVerb } from './log.ts';
import { migrateCheckpointVerb } from './migrate.ts';
import { rebuildCheckpointVerb } from './rebuild.ts';
import { showCheckpointVerb } from './show.ts';
import { type SignCheckpointFlags, signCheckpointVerb } from './sign.ts';
import { validateCheckpointVerb } from './validate.ts';

let cwd = '';

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-checkpoint-verbs-')));
  put('policy.json', policyDocument());
  put('goals.json', goalPolicyDocument());
});

afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function put(name: string, document: ExactObject): void {
  writeFileSync(join(cwd, name), printedText(document));
}

function read(name: string) {
  return JSON.parse(readFileSync(join(cwd, name), 'utf8'));
}

function hashOf(name: string): string {
  return sha256Hex(readFileSync(join(cwd, name)));
}

const KEYS_JSON = JSON.stringify(Object.fromEntries(KEYS));
const keyed = () => memoryIo({ cwd, env: { AGENT_COLLAB_HUMAN_KEYS_JSON: KEYS_JSON } });

describe('checkpoint create', () => {
  test('writes a task at zero, once', async () => {
    const io = memoryIo({ cwd });
    const flags = { output: 'c.json', taskId: 'tide', json: true };
    expect(await createCheckpointVerb(flags, io)).toBe(0);
    expect(JSON.parse(io.out())).toEqual({ path: 'c.json', sha256: hashOf('c.json'), schema_version: 1 });
    expect(read('c.json')).toMatchObject({ task_id: 'tide', status: 'running', cycle: 0 });
    await expect(createCheckpointVerb(flags, memoryIo({ cwd }))).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
  });

  test('writes a goal whose usage is known to be nothing', async () => {
    const flags = { output: 'g.json', taskId: 'tide', goalId: 'harbour', nextStep: 'look', json: false };
    expect(await createCheckpointVerb(flags, memoryIo({ cwd }))).toBe(0);
    expect(read('g.json')).toMatchObject({ goal_id: 'harbour', totals: { cost_microusd: 0, cycle: 0 } });
    expect(await validateCheckpointVerb({ checkpoint: 'g.json', all: false, json: false }, memoryIo({ cwd }))).toBe(0);
  });

  test.each([{ taskId: 'tide', goalId: 'harbour' }, { taskId: ' ' }])('refuses %j', async (flags) => {
    const all = { output: 'g.json', json: false, ...flags };
    await expect(createCheckpointVerb(all, memoryIo({ cwd }))).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('checkpoint validate', () => {
  test("prints the contract's document and every problem", async () => {
    put('c.json', checkpointDocument({ cycle: -1n, status: 'lazy' }));
    const io = memoryIo({ cwd });
    expect(await validateCheckpointVerb({ checkpoint: './c.json', all: true, json: true }, io)).toBe(2);
    expect(JSON.parse(io.out())).toMatchObject({
      errors: ['invalid checkpoint.status: lazy'],
      kind: 'checkpoint',
      ok: false,
      path: 'c.json',
      error: { code: 'CHECKPOINT_INVALID' },
      problems: [{ path: ['status'] }, { path: ['cycle'], message: expect.stringContaining('non-negative') }],
    });
    expect(io.err()).toContain('cycle: checkpoint.cycle must be a non-negative integer');
  });

  test('says of a file that is not there just that', async () => {
    const io = memoryIo({ cwd });
    expect(await validateCheckpointVerb({ checkpoint: 'no.json', all: false, json: false }, io)).toBe(2);
    expect(io.err()).toContain('there is no checkpoint at no.json (CHECKPOINT_IO)');
  });
});

describe('checkpoint migrate and advance', () => {
  test('make a goal of a task and take it to its next slice', async () => {
    put('c.json', checkpointDocument({ cycle: 5n, evidence_refs: ['log:1'] }));
    const flags = { checkpoint: 'c.json', policy: 'goals.json', goalId: 'harbour', nextStep: 'go on' };
    expect(await migrateCheckpointVerb({ ...flags, output: 'g.json', json: false }, memoryIo({ cwd }))).toBe(0);
    const io = memoryIo({ cwd });
    const advance = { checkpoint: 'g.json', policy: 'goals.json', requestId: 'r1', expectedSha256: hashOf('g.json') };
    expect(await advanceCheckpointVerb({ ...advance, json: true }, io)).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({ ok: true, slice_id: 1, sha256: hashOf('g.json') });
    expect(await advanceCheckpointVerb({ ...advance, json: false }, memoryIo({ cwd }))).toBe(0);
    expect(read('g.json').history).toHaveLength(1);
  });

  test('reads how a goal begins from a file', async () => {
    put('c.json', checkpointDocument());
    writeFileSync(join(cwd, 'meta.json'), '{"goal_id":"harbour","next_step":""}');
    const flags = { checkpoint: 'c.json', policy: 'goals.json', metadata: 'meta.json', output: 'g.json', json: false };
    expect(await migrateCheckpointVerb(flags, memoryIo({ cwd }))).toBe(0);
    expect(read('g.json')).toMatchObject({ goal_id: 'harbour', next_step: '' });
  });

  test.each([
    [{ metadata: 'no.json' }, 'there is no metadata at no.json'],
    [{}, 'say how the goal begins'],
    [{ goalId: 'a', nextStep: 'b', metadata: 'c' }, 'stands in place of'],
  ])('refuses a beginning such as %j', async (start, message) => {
    put('c.json', checkpointDocument());
    const flags = { checkpoint: 'c.json', policy: 'goals.json', output: 'g.json', json: false, ...start };
    await expect(migrateCheckpointVerb(flags, memoryIo({ cwd }))).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(message),
    });
  });

  test('refuses a policy v1 for a goal, and a stale hash', async () => {
    put('g.json', spentGoal().document);
    const flags = { checkpoint: 'g.json', requestId: 'r1', json: false };
    await expect(advanceCheckpointVerb(flags, memoryIo({ cwd }))).rejects.toMatchObject({ code: 'POLICY_INVALID' });
    const stale = { ...flags, policy: 'goals.json', expectedSha256: '0'.repeat(64) };
    await expect(advanceCheckpointVerb(stale, memoryIo({ cwd }))).rejects.toMatchObject({
      code: 'CHECKPOINT_CONFLICT',
    });
  });
});

describe('checkpoint log and rebuild', () => {
  test('tell the changes of a checkpoint and make it anew of them', async () => {
    const begun = { output: 'g.json', taskId: 'tide', goalId: 'harbour', nextStep: 'look', json: false };
    await createCheckpointVerb(begun, memoryIo({ cwd }));
    const before = readFileSync(join(cwd, 'g.json'), 'utf8');
    const io = memoryIo({ cwd });
    expect(await logCheckpointVerb(io, { json: true }, 'g.json')).toBe(0);
    expect(JSON.parse(io.out()).changes).toEqual([
      { change: 'create', before_sha256: null, after_sha256: hashOf('g.json'), steps: null },
    ]);
    rmSync(join(cwd, 'g.json'));
    const rebuilt = memoryIo({ cwd });
    expect(await rebuildCheckpointVerb({ checkpoint: 'g.json', output: 'g.json', json: true }, rebuilt)).toBe(0);
    expect(JSON.parse(rebuilt.out())).toEqual({ path: 'g.json', sha256: hashOf('g.json') });
    expect(readFileSync(join(cwd, 'g.json'), 'utf8')).toBe(before);
  });

  test('warn where the file is not what the last change left', async () => {
    const begun = { output: 'g.json', taskId: 'tide', goalId: 'harbour', nextStep: 'look', json: false };
    await createCheckpointVerb(begun, memoryIo({ cwd }));
    writeFileSync(join(cwd, 'g.json'), readFileSync(join(cwd, 'g.json'), 'utf8').replace('"look"', '"leave"'));
    const [log, rebuilt] = [memoryIo({ cwd }), memoryIo({ cwd })];
    await logCheckpointVerb(log, { json: true }, 'g.json');
    expect(JSON.parse(log.out())).toMatchObject({ file_sha256: hashOf('g.json'), file_is_last_change: false });
    await rebuildCheckpointVerb({ checkpoint: 'g.json', output: 'h.json', json: false }, rebuilt);
    for (const io of [log, rebuilt]) expect(io.err()).toContain('warning: g.json is not what the last change left');
    await expect(logCheckpointVerb(memoryIo({ cwd }), { json: false }, 'no.json')).rejects.toMatchObject({
      code: 'CHECKPOINT_IO',
    });
  });

  test('say of a checkpoint without a journal that it keeps none', async () => {
    put('c.json', checkpointDocument());
    const io = memoryIo({ cwd });
    await logCheckpointVerb(io, { json: false }, 'c.json');
    expect(io.out()).toBe('c.json keeps no journal\n');
    const flags = { checkpoint: 'c.json', output: 'd.json', json: false };
    await expect(rebuildCheckpointVerb(flags, memoryIo({ cwd }))).rejects.toMatchObject({ code: 'CHECKPOINT_IO' });
  });
});

describe('checkpoint show and diff', () => {
  test('show the hash of the bytes, the people and the totals', async () => {
    put('g.json', goal({ cycle: 2n, pending_action_hash: ACTION, decisions: [signedDecision()] }).document);
    const io = memoryIo({ cwd });
    expect(await showCheckpointVerb(io, { json: false }, 'g.json')).toBe(0);
    expect(io.out()).toContain(hashOf('g.json'));
    expect(io.out()).toContain('approve at merge by human:ana');
    expect(io.out()).toMatch(/cost_microusd +unknown +unknown/);
    const json = memoryIo({ cwd });
    await showCheckpointVerb(json, { json: true }, 'g.json');
    expect(JSON.parse(json.out())).toMatchObject({ sha256: hashOf('g.json'), checkpoint: { goal_id: 'harbour' } });
  });

  test('show no control characters of a document on a terminal', async () => {
    put('g.json', goal({}, { next_step: 'a\u001b[31m' }).document);
    const io = memoryIo({ cwd });
    await showCheckpointVerb(io, { json: false }, 'g.json');
    expect(io.out()).not.toContain('\u001b');
  });

  test('tell what changed', async () => {
    put('a.json', goal().document);
    put('b.json', goal({ cycle: 1n }).document);
    const io = memoryIo({ cwd });
    expect(await diffCheckpointVerb(io, { json: false }, 'a.json', 'b.json')).toBe(0);
    expect(io.out()).toContain('  task.cycle: 0 → 1\n');
    expect(io.out()).toContain('  totals.cycle: 0 → 1\n');
  });
});

describe('checkpoint sign', () => {
  const decision: SignCheckpointFlags = {
    checkpoint: 'g.json',
    policy: 'goals.json',
    keyId: 'ana',
    gate: 'merge',
    decision: 'approve',
    rationale: 'Read the diff.',
    json: false,
  };
  const override: SignCheckpointFlags = {
    checkpoint: 'g.json',
    policy: 'goals.json',
    keyId: 'ana',
    override: 'max_cycles',
    value: 20n,
    reason: 'Nearly there.',
    json: false,
  };
  const typing = (secret: string) => memoryIo({ cwd, isTerminal: true, secret });
  const ana = KEYS.get('ana') ?? '';

  test('adds a decision that evaluation accepts, and leaves the host its updated_at', async () => {
    const before = goal({ pending_action_hash: ACTION });
    put('g.json', before.document);
    const io = typing(ana);
    expect(await signCheckpointVerb(decision, io)).toBe(0);
    const { task } = read('g.json');
    expect(task.decisions).toEqual([expect.objectContaining({ gate: 'merge', actor: 'human:ana' })]);
    expect(task.updated_at).toBe(before.task.updatedAt);
    expect(io.err()).toContain(`approve at the gate merge: Read the diff.\n  for the action ${ACTION}`);
    expect(io.out() + io.err()).not.toContain(ana);
  });

  test('signs a task checkpoint v1 under a policy v1', async () => {
    put('g.json', checkpointDocument({ pending_action_hash: ACTION, status: 'waiting_for_human' }));
    expect(await signCheckpointVerb({ ...decision, policy: 'policy.json' }, typing(ana))).toBe(0);
    expect(read('g.json').decisions).toHaveLength(1);
  });

  test('reads the secret from a file descriptor without its line end', async () => {
    put('g.json', goal({ pending_action_hash: ACTION }).document);
    writeFileSync(join(cwd, 'secret'), `${ana}\n`);
    const keyFd = openSync(join(cwd, 'secret'), 'r');
    const io = memoryIo({ cwd });
    expect(await signCheckpointVerb({ ...override, keyFd, json: true }, io)).toBe(0);
    expect(JSON.parse(io.out())).toMatchObject({ sha256: hashOf('g.json'), record: { observed_value: 0, value: 20 } });
    expect(() => readFileSync(keyFd)).toThrow('EBADF');
  });

  test('leaves the word of somebody whose key is not here to where it is known', async () => {
    const bo = signedDecision({ gate: 'deploy' }, 'bo');
    put('g.json', goal({ pending_action_hash: ACTION, decisions: [bo] }).document);
    expect(await signCheckpointVerb(decision, typing(ana))).toBe(0);
    expect(read('g.json').task.decisions).toHaveLength(2);
  });

  test.each<[string, () => ExactObject, SignCheckpointFlags, string, string]>([
    [
      'an override of a limit that is reached',
      () => goal({ cycle: 5n, pending_action_hash: ACTION }).document,
      override,
      ana,
      'was not authorized before exhaustion',
    ],
    [
      'a wrong secret',
      () => goal({ pending_action_hash: ACTION }).document,
      decision,
      'apple',
      'is not the one that the policy pins',
    ],
    [
      'somebody the policy does not know',
      () => goal({ pending_action_hash: ACTION }).document,
      { ...decision, keyId: 'eve' },
      'x',
      'the policy pins no key of eve',
    ],
    ['a checkpoint that waits for nothing', () => goal().document, decision, ana, 'waits for no action'],
    [
      'a policy of another version',
      () => checkpointDocument({ pending_action_hash: ACTION }),
      { ...override, policy: 'goals.json' },
      ana,
      'versions must match',
    ],
  ])('writes nothing for %s', async (_case, document, flags, secret, message) => {
    put('g.json', document());
    const before = hashOf('g.json');
    await expect(signCheckpointVerb(flags, typing(secret))).rejects.toMatchObject({
      code: 'CHECKPOINT_REFUSED',
      message: expect.stringContaining(message),
    });
    expect(hashOf('g.json')).toBe(before);
  });

  test('refuses to sign for another action than the one it showed', async () => {
    put('g.json', goal({ pending_action_hash: ACTION }).document);
    put('other.json', goal({ pending_action_hash: 'b2'.repeat(32) }).document);
    const io = typing(ana);
    const swapping = {
      ...io,
      askSecret: async () => {
        copyFileSync(join(cwd, 'other.json'), join(cwd, 'g.json'));
        return ana;
      },
    };
    await expect(signCheckpointVerb(decision, swapping)).rejects.toMatchObject({
      message: 'another action waits by now than the one that was shown',
    });
  });

  test.each<[string, Partial<SignCheckpointFlags>]>([
    ['both kinds at once', { override: 'max_cycles' }],
    ['half a decision', { rationale: undefined }],
    ['an empty secret', {}],
  ])('calls %s wrong use', async (_case, changes) => {
    put('g.json', goal({ pending_action_hash: ACTION }).document);
    await expect(signCheckpointVerb({ ...decision, ...changes }, typing(''))).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('needs a terminal or a descriptor for the secret', async () => {
    put('g.json', goal({ pending_action_hash: ACTION }).document);
    await expect(signCheckpointVerb(decision, keyed())).rejects.toMatchObject({
      message: 'there is no terminal to ask for the secret',
    });
    await expect(signCheckpointVerb({ ...decision, keyFd: 9999 }, keyed())).rejects.toMatchObject({
      message: expect.stringContaining('EBADF'),
    });
  });
});
