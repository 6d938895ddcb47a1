import type { ExactObject } from '../base/exact-json.ts';
import { refuse } from './refusal.ts';

const FIELDS = ['base_policy', 'goal_limits', 'policy_id', 'reviewer_reserve', 'schema_version'];

/** Refuses a goal policy by name: this version reads public v1 and portable v1 only. */
export function refuseGoalPolicy(document: ExactObject): never {
  const hasExactlyTheFields = document.size === FIELDS.length && FIELDS.every((name) => document.has(name));
  if (!hasExactlyTheFields) refuse(`goal policy: expected fields [${FIELDS.map((name) => `'${name}'`).join(', ')}]`);
  return refuse('goal policy: schema_version 2 is not supported by this version');
}
