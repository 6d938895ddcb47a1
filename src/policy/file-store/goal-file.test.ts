import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { goal, goalPolicy, spentGoal, withTask } from '../../../test/policy/goal-file.ts';
import { ACTION, KEYS, signedDecision, signedOverride } from '../../../test/policy/samples.ts';
import { printedText } from '../../base/canonical-json.ts';
import { PraxisError } from '../../base/errors.ts';
import type { ExactObject } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { evaluateGoal, loadCheckpoint } from '../index.ts';
import type { Observation } from '../observe.ts';
import { readArchiveFile } from './archive-file.ts';
import { createCheckpointFile } from './create-checkpoint-file.ts';
import { advanceFile, observeFile } from './goal-file.ts';
import { lockFile } from './lock-file.ts';

const policy = goalPolicy();
const NEXT_ACTION = 'b2'.repeat(32);
let folder = '';
let path = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'praxis-goal-')));
  path = join(folder, 'goal.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(document: ExactObject): string {
  writeFileSync(path, printedText(document));
  return hash();
}

function hash(): string {
  return sha256Hex(readFileSync(path));
}

function stored() {
  const loaded = loadCheckpoint(readFileSync(path), path);
  if (loaded.kind !== 'goal-checkpoint') throw new Error('no goal');
  return loaded.checkpoint;
}

function advance(requestId: string, expectedSha256?: string) {
  return advanceFile(path, {
    requestId,
    ...(expectedSha256 === undefined ? {} : { expectedSha256 }),
    policy: () => policy,
    keys: KEYS,
  });
}

function observe(observation: Partial<Observation>, expectedSha256 = hash()) {
  return observeFile(path, {
    observation: { updatedAt: '2026-01-02T10:00:00Z', ...observation },
    expectedSha256,
    policy,
    keys: KEYS,
  });
}

describe('advanceFile', () => {
  test('publishes the next slice and says the hash of its bytes', async () => {
    const expected = put(spentGoal().document);
    const { result, sha256 } = await advance('r1', expected);
    expect(result.sliceId).toBe(1n);
    expect([stored().sliceId, hash()]).toEqual([1n, sha256]);
    expect(readdirSync(folder).sort()).toEqual(['goal.json', 'goal.json.lock']);
  });

  test('answers a request id that it knows whatever hash is expected, and touches nothing', async () => {
    await advance('r1', put(spentGoal().document));
    const before = [hash(), statSync(path).mtimeMs];
    expect((await advance('r1', '0'.repeat(64))).result.sliceId).toBe(1n);
    expect([hash(), statSync(path).mtimeMs]).toEqual(before);
  });

  test('refuses bytes that are not the expected ones, be it by a space', async () => {
    const expected = put(spentGoal().document);
    appendFileSync(path, ' ');
    const found = hash();
    await expect(advance('r1', expected)).rejects.toMatchObject({
      code: 'CHECKPOINT_CONFLICT',
      message: `checkpoint hash conflict: expected ${expected}, found ${found}`,
    });
    expect(hash()).toBe(found);
  });

  test('refuses a hash that is none before it touches the disk', async () => {
    await expect(advance('r1', 'XYZ')).rejects.toMatchObject({ code: 'USAGE' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['a slice that is not spent', () => goal().document, 'CHECKPOINT_REFUSED', 'advance not authorized'],
    ['a checkpoint v1', () => goal().task.document, 'CHECKPOINT_INVALID', 'goal checkpoint: expected fields'],
  ])('leaves %s as it is', async (_case, document, code, message) => {
    const before = put(document());
    await expect(advance('r1')).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
    expect(hash()).toBe(before);
  });

  test.each([
    ['a missing file', () => {}, 'cannot inspect checkpoint file'],
    ['a folder', () => mkdirSync(path), 'checkpoint is not a regular file'],
    ['a pipe', () => execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]), 'checkpoint is not a regular file'],
    ['a link', () => symlinkSync(join(folder, 'other'), path), 'contains a symlink'],
    ['a link for a lock', () => symlinkSync(join(folder, 'other'), `${path}.lock`), 'contains a symlink'],
  ])('names %s', async (_case, make, message) => {
    make();
    await expect(advance('r1')).rejects.toMatchObject({
      code: 'CHECKPOINT_IO',
      message: expect.stringContaining(message),
    });
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });

  test('refuses a folder on the way that is a link', async () => {
    put(spentGoal().document);
    symlinkSync(folder, join(folder, 'way'));
    const request = { requestId: 'r1', policy: () => policy, keys: KEYS };
    await expect(advanceFile(join(folder, 'way', 'goal.json'), request)).rejects.toMatchObject({
      message: `checkpoint path contains a symlink or reparse point: ${join(folder, 'way')}`,
    });
  });

  test('fails at once while another holds the lock, or waits as long as it is told', async () => {
    put(spentGoal().document);
    const lock = await lockFile(`${path}.lock`);
    await expect(advance('r1')).rejects.toMatchObject({ message: `checkpoint lock conflict: ${path}.lock` });
    const request = { requestId: 'r1', policy: () => policy, keys: KEYS };
    const waiting = advanceFile(path, request, { waitMs: 20_000 });
    await lock.release();
    expect((await waiting).result.sliceId).toBe(1n);
  });
});

describe('createCheckpointFile', () => {
  test('makes a file with the printed form, once', async () => {
    const { sha256 } = await createCheckpointFile(path, goal().document);
    expect(hash()).toBe(sha256);
    await expect(createCheckpointFile(path, goal().document)).rejects.toMatchObject({
      message: `checkpoint already exists: ${path}`,
    });
  });
});

describe('observeFile', () => {
  test('writes under the expected hash alone', async () => {
    put(goal().document);
    const { sha256 } = await observe({ counters: { cycle: 1n } });
    expect([stored().totals.cycle, hash()]).toEqual([1n, sha256]);
    await expect(observe({ counters: { cycle: 2n } }, '0'.repeat(64))).rejects.toMatchObject({
      code: 'CHECKPOINT_CONFLICT',
    });
    expect(stored().totals.cycle).toBe(1n);
  });

  test('leaves the file as it is when the observation is refused', async () => {
    const before = put(goal({ cycle: 3n }).document);
    await expect(observe({ counters: { cycle: 1n } })).rejects.toMatchObject({ code: 'CHECKPOINT_REFUSED' });
    expect(hash()).toBe(before);
  });

  test('takes a slice with an override to its end: records leave, then it advances', async () => {
    const override = signedOverride({ value: 8, observed_value: 3 });
    put(spentGoal({ cycle: 8n, pending_action_hash: ACTION, overrides: [override] }).document);
    await expect(advance('r1')).rejects.toMatchObject({
      message: 'signed slice overrides require explicit migration',
    });
    const { sha256 } = await observe({ gate: { kind: 'end-slice' } });
    expect(readArchiveFile(path).records).toEqual([override]);
    expect((await advance('r1', sha256)).result.sliceId).toBe(1n);
  });

  test('takes a revised action to its own approval', async () => {
    const revise = signedDecision({ decision: 'revise' });
    const before = goal({ pending_action_hash: ACTION, decisions: [revise] }, { requires_human: true });
    put(before.document);
    await observe({ gate: { kind: 'action', actionHash: NEXT_ACTION } });
    expect(stored().requiresHuman).toBe(true);
    await expect(observe({ gate: { kind: 'approved', gate: 'merge' } })).rejects.toBeInstanceOf(PraxisError);

    const approve = signedDecision({ affected_action_hash: NEXT_ACTION, timestamp: '2026-01-02T11:00:00Z' });
    put(withTask(stored().document, { decisions: [approve] }));
    await observe({ gate: { kind: 'approved', gate: 'merge' } });
    expect(evaluateGoal(stored(), policy, KEYS).decision).toBe('continue');
    expect(readArchiveFile(path).records).toEqual([revise]);
  });

  test('does not let an approval be used twice, be it put back from the archive', async () => {
    const approve = signedDecision();
    put(goal({ pending_action_hash: ACTION, decisions: [approve] }).document);
    await observe({ gate: { kind: 'ask', actionHash: NEXT_ACTION } });
    put(withTask(stored().document, { pending_action_hash: ACTION, decisions: [approve] }));
    await expect(observe({ gate: { kind: 'approved', gate: 'merge' } })).rejects.toMatchObject({
      message: expect.stringContaining('was used before'),
    });
  });

  test('goes over what a crash cut off in the archive', async () => {
    put(goal({ pending_action_hash: ACTION, decisions: [signedDecision()] }).document);
    writeFileSync(`${path}.records.jsonl`, '{"previous_sha256":null,"rec');
    await observe({ gate: { kind: 'action', actionHash: null } });
    expect(readArchiveFile(path).records).toEqual([signedDecision()]);
  });

  test('moves nothing beside an archive that was edited', async () => {
    const before = put(goal({ pending_action_hash: ACTION, decisions: [signedDecision()] }).document);
    writeFileSync(`${path}.records.jsonl`, '{"record":{}}\n');
    await expect(observe({ gate: { kind: 'action', actionHash: null } })).rejects.toMatchObject({
      code: 'CHECKPOINT_INVALID',
    });
    expect(hash()).toBe(before);
  });

  test('follows no link in place of the archive', async () => {
    const before = put(goal({ pending_action_hash: ACTION, decisions: [signedDecision()] }).document);
    symlinkSync(join(folder, 'other'), `${path}.records.jsonl`);
    await expect(observe({ gate: { kind: 'action', actionHash: null } })).rejects.toMatchObject({
      code: 'CHECKPOINT_IO',
    });
    expect([hash(), existsSync(join(folder, 'other'))]).toEqual([before, false]);
  });
});
