import { type ExactJson, type ExactObject, exactFromPlain, isExactObject } from '../../src/base/exact-json.ts';
import { sha256Hex } from '../../src/base/sha256.ts';
import {
  type Checkpoint,
  createCheckpoint,
  LIMIT_NAMES,
  type Policy,
  signRecord,
  validateTaskCheckpoint,
  validateTaskPolicy,
  withCheckpointFields,
} from '../../src/policy/index.ts';

/** The host's secrets. */
export const KEYS: ReadonlyMap<string, string> = new Map([
  ['ana', 'orchard lantern'],
  ['bo', 'Überraschung ✓'],
]);

/** The action that the records of these samples are about. */
export const ACTION = 'a1'.repeat(32);

type Changes = { readonly [member: string]: ExactJson };

/** A policy with every limit 100, but for those given. */
export function policyDocument(limits: Changes = {}): ExactObject {
  const all = LIMIT_NAMES.map((name): [string, ExactJson] => [name, name in limits ? (limits[name] ?? null) : 100n]);
  const hashes = Array.from(KEYS, ([id, secret]): [string, ExactJson] => [id, sha256Hex(secret)]);
  return new Map<string, ExactJson>([
    ['schema_version', 1n],
    ['policy_id', 'sample'],
    ['limits', new Map(all)],
    ['human_authorization', new Map([['key_hashes', new Map(hashes)]])],
  ]);
}

export function checkpointDocument(changes: Changes = {}): ExactObject {
  const zero = createCheckpoint({ taskId: 'tide', parentId: null, updatedAt: '2026-01-02T03:04:05Z' });
  return withCheckpointFields(zero, changes);
}

export function policy(limits: Changes = {}): Policy {
  const result = validateTaskPolicy(policyDocument(limits));
  if (result.kind === 'refused') throw new Error(result.message);
  return result.policy;
}

export function checkpoint(changes: Changes = {}): Checkpoint {
  const result = validateTaskCheckpoint(checkpointDocument(changes));
  if (result.kind === 'refused') throw new Error(result.message);
  return result.checkpoint;
}

/** A decision record that Ana signed, or another. */
export function signedDecision(changes: { readonly [member: string]: string } = {}, keyId = 'ana'): ExactObject {
  return signed(keyId, {
    gate: 'merge',
    actor: `human:${keyId}`,
    decision: 'approve',
    timestamp: '2026-01-02T09:00:00Z',
    rationale: 'Read the diff.',
    affected_action_hash: ACTION,
    ...changes,
  });
}

/** An override record that Ana signed. */
export function signedOverride(changes: { readonly [member: string]: string | number } = {}): ExactObject {
  return signed('ana', {
    limit: 'max_cycles',
    value: 200,
    reason: 'Nearly there.',
    actor: 'human:ana',
    timestamp: '2026-01-02T09:00:00Z',
    affected_action_hash: ACTION,
    observed_value: 0,
    ...changes,
  });
}

function signed(keyId: string, members: { readonly [member: string]: string | number }): ExactObject {
  const record = exactFromPlain(members);
  if (!isExactObject(record)) throw new TypeError('a record is an object');
  const signature = signRecord(record, KEYS.get(keyId) ?? '');
  if (signature.kind === 'refused') throw new Error(signature.message);
  const authorization = { scheme: 'hmac-sha256', key_id: keyId, signature: signature.value.signature };
  return new Map([...record, ['authorization', exactFromPlain(authorization)]]);
}
