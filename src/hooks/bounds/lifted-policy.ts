import type { GoalPolicy, LimitName, Limits, Policy, TotalName, Totals, ValidPolicy } from '../../policy/index.ts';

/** A policy as it holds for a session: with the limits that a person raised. */
export interface SessionLimits {
  readonly task: Policy;
  readonly goal: GoalPolicy | null;
  /** Leads to the limits of a task in the policy's file. */
  readonly prefix: '' | 'base_policy.';
}

/** Applies what a person raised. Of a goal's limits those on what cannot be known here are left out. */
export function sessionLimits(policy: ValidPolicy, lifts: ReadonlyMap<string, number>, totals: Totals): SessionLimits {
  if (policy.kind === 'policy') return { task: withLifts(policy.policy, lifts), goal: null, prefix: '' };
  const task = withLifts(policy.policy.base, lifts);
  const goalLimits = new Map<TotalName, bigint | number>();
  for (const [name, limit] of policy.policy.goalLimits)
    if (totals[name] !== null) goalLimits.set(name, Math.max(Number(limit), lifts.get(`goal.${name}`) ?? 0));
  return { task, goal: { ...policy.policy, base: task, goalLimits }, prefix: 'base_policy.' };
}

/** None is lowered, and what one limit says of another stays true. */
function withLifts(policy: Policy, lifts: ReadonlyMap<string, number>): Policy {
  if (lifts.size === 0) return policy;
  const limits: Record<LimitName, bigint> = { ...policy.limits };
  for (const [name, value] of lifts)
    if (isLimitOf(limits, name) && BigInt(value) > limits[name]) limits[name] = BigInt(value);
  if (limits.max_children_per_parent < limits.max_concurrency) limits.max_children_per_parent = limits.max_concurrency;
  if (limits.max_transcript_bytes < limits.checkpoint_transcript_bytes)
    limits.max_transcript_bytes = limits.checkpoint_transcript_bytes;
  return { ...policy, limits };
}

function isLimitOf(limits: Limits, name: string): name is LimitName {
  return Object.keys(limits).includes(name);
}
