import type { ExactObject } from '../base/exact-json.ts';
import type { GoalPolicy, Limits, Policy } from '../policy/index.ts';

/** The policy of a run: one of version 1, or a goal policy whose base bounds the slice that the run works in. */
export interface RunPolicy {
  readonly policyId: string;
  readonly hash: string;
  /** The source as it was read. */
  readonly document: ExactObject;
  /** Of the task, or of the slice. */
  readonly limits: Limits;
  readonly keyHashes: ReadonlyMap<string, string>;
  /** What people's records are verified against, and what evaluates a task. */
  readonly task: Policy;
  /** What evaluates a goal; null where the run has a task only. */
  readonly goal: GoalPolicy | null;
}

export function taskRunPolicy(policy: Policy): RunPolicy {
  const { policyId, hash, document, limits, keyHashes } = policy;
  return { policyId, hash, document, limits, keyHashes, task: policy, goal: null };
}

export function goalRunPolicy(goal: GoalPolicy): RunPolicy {
  const { policyId, hash, document, base } = goal;
  return { policyId, hash, document, limits: base.limits, keyHashes: base.keyHashes, task: base, goal };
}
