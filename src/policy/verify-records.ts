import { hasLoneSurrogate } from '../base/canonical-json.ts';
import { hmacSha256Hex, sha256Hex } from '../base/sha256.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { HumanRecord } from './human-record.ts';
import type { Policy } from './policy.ts';
import { checked, refuse } from './refusal.ts';
import { equalInConstantTime } from './secret-compare.ts';
import { signedPayload } from './sign-record.ts';

/**
 * Verifies every decision, then every override, against the hashes the policy pins and the secrets only the host holds.
 * Null when all are genuine, else the message of the first that is not.
 */
export function verifyRecords(
  checkpoint: Checkpoint,
  policy: Policy,
  keys: ReadonlyMap<string, string>,
): string | null {
  const result = checked(() => requireGenuineRecords(checkpoint, policy, keys));
  return result.kind === 'ok' ? null : result.message;
}

export function requireGenuineRecords(checkpoint: Checkpoint, policy: Policy, keys: ReadonlyMap<string, string>): void {
  for (const record of checkpoint.decisions) requireGenuine(record, policy, keys);
  for (const record of checkpoint.overrides) requireGenuine(record, policy, keys);
}

interface Proof {
  readonly secret: string;
  /** The hash that the policy pinned. */
  readonly pinned: string;
}

/**
 * Records whose signature held, and under what. A record is frozen when it is read, so the same secret and the same pinned
 * hash cannot give another answer later.
 */
const proofs = new WeakMap<HumanRecord, Proof>();

function requireGenuine(record: HumanRecord, policy: Policy, keys: ReadonlyMap<string, string>): void {
  const { label, keyId } = record;
  if (record.actor !== `human:${keyId}`) refuse(`${label}.actor must match authorization key_id human:${keyId}`);
  const pinned = policy.keyHashes.get(keyId);
  if (pinned === undefined) refuse(`${label} key id is not authorized by the canonical policy: ${keyId}`);
  const secret = keys.get(keyId);
  if (secret === undefined) refuse(`${label} has no configured human authorization key: ${keyId}`);
  const proof = proofs.get(record);
  if (proof !== undefined && proof.secret === secret && proof.pinned === pinned) return;
  // A secret with half a surrogate pair has no UTF-8 bytes, so no hash can be its hash.
  if (hasLoneSurrogate(secret) || !equalInConstantTime(sha256Hex(secret), pinned))
    refuse(`${label} human authorization key does not match canonical policy: ${keyId}`);
  const signature = hmacSha256Hex(secret, signedPayload(record.document, label));
  if (!equalInConstantTime(signature, record.signature))
    refuse(`${label} has an invalid human authorization signature`);
  proofs.set(record, { secret, pinned });
}
