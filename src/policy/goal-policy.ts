import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { isVersion } from './field-checks.ts';
import { Findings } from './findings.ts';
import { fixedMembers, goalCount, goalText, goalTotal, isTotalName } from './goal-checks.ts';
import { hashOf, type Policy, policyFrom } from './policy.ts';
import { refuse } from './refusal.ts';
import type { TotalName } from './totals.ts';

/** A validated goal policy v2: a v1 policy for each slice, and limits on what the whole goal may spend. */
export interface GoalPolicy {
  readonly policyId: string;
  /** SHA-256 of the canonical source document, lower-case hex. */
  readonly hash: string;
  /** Bounds each slice, and holds the trust root. */
  readonly base: Policy;
  /** Limits on the totals, in the order of the document; what is not named has none. */
  readonly goalLimits: ReadonlyMap<TotalName, bigint | number>;
  /** Children that are kept for a reviewer while a review is required. */
  readonly reviewerReserve: bigint;
  /** The source as it was read. */
  readonly document: ExactObject;
  /** Where it was read, for the `policy_id` of a fail-closed decision; null for a value that came from no file. */
  readonly path: string | null;
}

const FIELDS = ['base_policy', 'goal_limits', 'policy_id', 'reviewer_reserve', 'schema_version'];

/** The checks of a goal policy v2, for use among the checks of this room. */
export function goalPolicyFrom(source: ExactJson, path: string | null): GoalPolicy {
  const { members, findings } = fixedMembers(source, 'goal policy', FIELDS);
  findings.member(members, 'schema_version', (value) => {
    if (value !== 2n) refuse('expected policy v2');
  });
  const policyId = findings.member(members, 'policy_id', (value) => goalText(value, 'policy_id'));
  const base = findings.member(members, 'base_policy', (value) => basePolicy(value, path));
  const goalLimits = findings.member(members, 'goal_limits', (value) => goalLimitsFrom(value));
  const reserve = findings.member(members, 'reviewer_reserve', (value) => goalCount(value, 'reviewer_reserve'));
  findings.read(() => {
    if (reserve.value >= base.value.limits.max_children_per_parent)
      refuse('review reserve must leave an executor slot');
  }, 'reviewer_reserve');
  findings.settle();
  return Object.freeze({
    policyId: policyId.value,
    hash: hashOf(members, 'goal policy'),
    base: base.value,
    goalLimits: goalLimits.value,
    reviewerReserve: reserve.value,
    document: members,
    path,
  });
}

function basePolicy(value: ExactJson, path: string | null): Policy {
  if (!isExactObject(value) || !isVersion(value.get('schema_version'), 1))
    return refuse('base_policy must be public v1');
  return policyFrom(value, path);
}

function goalLimitsFrom(value: ExactJson): ReadonlyMap<TotalName, bigint | number> {
  if (!isExactObject(value)) return refuse('unknown goal limit');
  const findings = new Findings();
  findings.read(() => {
    if (!Array.from(value.keys()).every(isTotalName)) refuse('unknown goal limit');
  });
  const limits = new Map<TotalName, bigint | number>();
  for (const [name, limit] of value) {
    if (isTotalName(name)) findings.read(() => limits.set(name, goalTotal(limit, name)), name);
  }
  findings.settle();
  return limits;
}
