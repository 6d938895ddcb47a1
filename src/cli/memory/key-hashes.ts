import type { ValidPolicy } from '../../policy/index.ts';

/** The keys of people that a policy pins, by their id. */
export function keyHashesOf(policy: ValidPolicy): ReadonlyMap<string, string> {
  return policy.kind === 'policy' ? policy.policy.keyHashes : policy.policy.base.keyHashes;
}
