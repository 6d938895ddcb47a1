import { canonicalHash, findUnwritable } from '../base/canonical-json.ts';
import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { readDocument } from './document.ts';
import { count, isVersion, isVersion2, object, paddedHash, requireKeys, text } from './field-checks.ts';
import { refuseGoalPolicy } from './goal-policy.ts';
import { LIMIT_NAMES, type Limits, limitsFrom } from './limits.ts';
import { isPortable, normalisedPortable } from './portable-policy.ts';
import { checked, refuse } from './refusal.ts';
import { hasWhiteSpace } from './white-space.ts';

/** A validated policy. A portable one is normalised; its hash is that of the source document all the same. */
export interface Policy {
  readonly policyId: string;
  /** SHA-256 of the canonical source document, lower-case hex. */
  readonly hash: string;
  readonly limits: Limits;
  /** SHA-256 of each human's secret, by key id, as written. */
  readonly keyHashes: ReadonlyMap<string, string>;
  /** The source as it was read. */
  readonly document: ExactObject;
  /** Where it was read, for the `policy_id` of a fail-closed decision; null for a value that came from no file. */
  readonly path: string | null;
}

export type PolicyResult =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'refused'; readonly message: string; readonly isVersion2: boolean };

/** Reads and validates the bytes of a policy file; `path` is named in messages. */
export function loadPolicy(bytes: Uint8Array, path: string): PolicyResult {
  const read = checked(() => readDocument(bytes, path));
  return read.kind === 'refused' ? { ...read, isVersion2: false } : validatePolicy(read.value, path);
}

/** Validates a policy document, public v1 or portable v1. */
export function validatePolicy(document: ExactJson, path: string | null = null): PolicyResult {
  const result = checked(() => policyFrom(document, path));
  if (result.kind === 'ok') return { kind: 'policy', policy: result.value };
  return { ...result, isVersion2: isVersion2(document) };
}

/** As `validatePolicy`, for use among the checks of this room. */
export function policyFrom(source: ExactJson, path: string | null): Policy {
  const document = object(source, 'policy');
  if (isVersion2(document)) return refuseGoalPolicy(document);
  const publicForm = publicPolicy(isPortable(document) ? normalisedPortable(document) : document);
  const unwritable = findUnwritable(document);
  if (unwritable !== undefined)
    return refuse(`policy.${unwritable.path.join('.')} holds a ${unwritable.problem} and cannot be hashed`);
  return { ...publicForm, hash: canonicalHash(document), document, path };
}

function publicPolicy(document: ExactObject): Pick<Policy, 'policyId' | 'limits' | 'keyHashes'> {
  requireKeys(document, 'policy', ['schema_version', 'policy_id', 'limits', 'human_authorization']);
  if (!isVersion(document.get('schema_version'), 1)) refuse('policy.schema_version must be 1');
  const policyId = text(document.get('policy_id'), 'policy.policy_id');
  const limits = publicLimits(document.get('limits'));
  const authorization = object(document.get('human_authorization'), 'policy.human_authorization');
  requireKeys(authorization, 'policy.human_authorization', ['key_hashes']);
  return { policyId, limits, keyHashes: keyHashes(authorization.get('key_hashes')) };
}

function publicLimits(value: ExactJson | undefined): Limits {
  const written = object(value, 'policy.limits');
  requireKeys(written, 'policy limit', LIMIT_NAMES);
  for (const [name, limit] of written) count(limit, `policy.limits.${name}`);
  const limits = limitsFrom((name) => count(written.get(name), `policy.limits.${name}`));
  if (limits.max_transcript_bytes < limits.checkpoint_transcript_bytes)
    refuse('policy.limits.max_transcript_bytes must be >= checkpoint_transcript_bytes');
  if (limits.max_concurrency > limits.max_children_per_parent)
    refuse('policy.limits.max_concurrency must be <= max_children_per_parent');
  return limits;
}

function keyHashes(value: ExactJson | undefined): ReadonlyMap<string, string> {
  const label = 'policy.human_authorization';
  const hashes = new Map<string, string>();
  for (const [id, hash] of object(value, `${label}.key_hashes`)) {
    text(id, `${label} key id`);
    if (hasWhiteSpace(id)) refuse(`${label} key ids must not contain whitespace`);
    hashes.set(id, paddedHash(hash, `${label}.key_hashes.${id}`));
  }
  return hashes;
}
