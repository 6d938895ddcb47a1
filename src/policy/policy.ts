import { canonicalHash, findUnwritable } from '../base/canonical-json.ts';
import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { count, isVersion, object, paddedHash, requireKeys, text } from './field-checks.ts';
import { Findings } from './findings.ts';
import { isLimitName, LIMIT_NAMES, type Limits, limitsFrom } from './limits.ts';
import { isPortable, normalisedPortable } from './portable-policy.ts';
import { refuse } from './refusal.ts';
import { hasWhiteSpace } from './white-space.ts';

/** A validated policy v1. A portable one is normalised; its hash is that of the source document all the same. */
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

/** Checks a policy v1 document, public or portable; for use among the checks of this room. */
export function policyFrom(source: ExactJson, path: string | null): Policy {
  const document = object(source, 'policy');
  const publicForm = publicPolicy(isPortable(document) ? normalisedPortable(document) : document);
  return Object.freeze({ ...publicForm, hash: hashOf(document, 'policy'), document, path });
}

/** The canonical hash of a document that has one; `label` names it where it has none. */
export function hashOf(value: ExactJson, label: string): string {
  const unwritable = findUnwritable(value);
  if (unwritable === undefined) return canonicalHash(value);
  const place = [label, ...unwritable.path].join('.');
  return refuse(`${place} holds a ${unwritable.problem} and cannot be hashed`);
}

function publicPolicy(document: ExactObject): Pick<Policy, 'policyId' | 'limits' | 'keyHashes'> {
  const findings = new Findings();
  findings.read(() =>
    requireKeys(document, 'policy', ['schema_version', 'policy_id', 'limits', 'human_authorization']),
  );
  findings.member(document, 'schema_version', (value) => {
    if (!isVersion(value, 1)) refuse('policy.schema_version must be 1');
  });
  const policyId = findings.member(document, 'policy_id', (value) => text(value, 'policy.policy_id'));
  const limits = findings.member(document, 'limits', publicLimits);
  const keyHashes = findings.member(document, 'human_authorization', authorizedKeys);
  findings.settle();
  return { policyId: policyId.value, limits: limits.value, keyHashes: keyHashes.value };
}

function publicLimits(value: ExactJson): Limits {
  const written = object(value, 'policy.limits');
  const findings = new Findings();
  findings.read(() => requireKeys(written, 'policy limit', LIMIT_NAMES));
  for (const [name, limit] of written) {
    if (isLimitName(name)) findings.read(() => count(limit, `policy.limits.${name}`), name);
  }
  findings.settle();
  const limits = limitsFrom((name) => count(written.get(name), `policy.limits.${name}`));
  requireAgreeingLimits(limits);
  return limits;
}

/** Refuses limits that contradict each other. */
export function requireAgreeingLimits(limits: Limits): void {
  const findings = new Findings();
  findings.read(() => {
    if (limits.max_transcript_bytes < limits.checkpoint_transcript_bytes)
      refuse('policy.limits.max_transcript_bytes must be >= checkpoint_transcript_bytes');
  }, 'max_transcript_bytes');
  findings.read(() => {
    if (limits.max_concurrency > limits.max_children_per_parent)
      refuse('policy.limits.max_concurrency must be <= max_children_per_parent');
  }, 'max_concurrency');
  findings.settle();
}

function authorizedKeys(value: ExactJson): ReadonlyMap<string, string> {
  const label = 'policy.human_authorization';
  const authorization = object(value, label);
  const findings = new Findings();
  findings.read(() => requireKeys(authorization, label, ['key_hashes']));
  const hashes = findings.member(authorization, 'key_hashes', keyHashes);
  findings.settle();
  return hashes.value;
}

function keyHashes(value: ExactJson): ReadonlyMap<string, string> {
  const label = 'policy.human_authorization';
  const hashes = new Map<string, string>();
  const findings = new Findings();
  for (const [id, hash] of object(value, `${label}.key_hashes`)) {
    findings.read(() => {
      text(id, `${label} key id`);
      if (hasWhiteSpace(id)) refuse(`${label} key ids must not contain whitespace`);
      hashes.set(id, paddedHash(hash, `${label}.key_hashes.${id}`));
    }, id);
  }
  findings.settle();
  return hashes;
}
