import type { ExactObject } from '../base/exact-json.ts';
import {
  type Decision,
  evaluate,
  evaluateGoal,
  failClosed,
  type GoalDecision,
  validateCheckpoint,
} from '../policy/index.ts';
import type { RunPolicy } from './run-policy.ts';

/** What a policy says of a checkpoint; what cannot be judged stops. `policyPath` names a policy that could not be used. */
export function decide(
  policy: RunPolicy,
  document: ExactObject,
  keys: ReadonlyMap<string, string>,
  policyPath: string,
): Decision | GoalDecision {
  const read = validateCheckpoint(document);
  if (read.kind === 'refused') return failClosed(policyPath, read.message);
  if (read.kind === 'goal-checkpoint' && policy.goal !== null) return evaluateGoal(read.checkpoint, policy.goal, keys);
  if (read.kind === 'checkpoint' && policy.goal === null) return evaluate(read.checkpoint, policy.task, keys);
  return failClosed(policyPath, 'checkpoint and policy versions must match');
}
