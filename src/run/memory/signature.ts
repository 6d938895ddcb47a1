import { exactFromPlain, isExactObject, type PlainJson } from '../../base/exact-json.ts';
import { sha256Hex } from '../../base/sha256.ts';
import { equalInConstantTime } from '../../policy/secret-compare.ts';
import { signRecord } from '../../policy/sign-record.ts';
import type { MemoryDecision } from './proposal.ts';

/** A decision that is not signed yet. */
export type UnsignedDecision = Omit<MemoryDecision, 'authorization'>;

/** Signs a decision with a person's secret, as the policy contract signs records of people. */
export function signDecision(decision: UnsignedDecision, keyId: string, secret: string): MemoryDecision {
  return {
    ...decision,
    authorization: { scheme: 'hmac-sha256', key_id: keyId, signature: signatureOf(decision, secret) },
  };
}

/** Why a decision does not count, given the keys that the policy pins and the secrets that are known here; null: it counts. */
export function distrust(
  { authorization, ...said }: MemoryDecision,
  keyHashes: ReadonlyMap<string, string>,
  secrets: ReadonlyMap<string, string>,
): string | null {
  const { key_id: keyId, signature } = authorization;
  if (said.actor !== `human:${keyId}`) return `actor must match authorization key_id human:${keyId}`;
  const pinned = keyHashes.get(keyId);
  if (pinned === undefined) return `key id is not authorized by the canonical policy: ${keyId}`;
  const secret = secrets.get(keyId);
  if (secret === undefined) return `has no configured human authorization key: ${keyId}`;
  if (!equalInConstantTime(sha256Hex(secret), pinned))
    return `human authorization key does not match canonical policy: ${keyId}`;
  if (!equalInConstantTime(signatureOf(said, secret), signature)) return 'has an invalid human authorization signature';
  return null;
}

function signatureOf(decision: UnsignedDecision, secret: string): string {
  const record = exactFromPlain(decision as unknown as PlainJson);
  const signed = isExactObject(record) ? signRecord(record, secret) : null;
  if (signed?.kind !== 'ok') throw new TypeError(signed === null ? 'no record' : signed.message);
  return signed.value.signature;
}
