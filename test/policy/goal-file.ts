import { type ExactJson, type ExactObject, isExactObject } from '../../src/base/exact-json.ts';
import {
  createGoal,
  type GoalCheckpoint,
  type GoalPolicy,
  refreshTotals,
  USAGE_NAMES,
  validateGoalCheckpoint,
  validateGoalPolicy,
  withCheckpointFields,
} from '../../src/policy/index.ts';
import { checkpointDocument, policyDocument } from './samples.ts';

type Changes = { readonly [member: string]: ExactJson };

/** A goal policy around the sample policy; a slice ends after five cycles unless the limits say otherwise. */
export function goalPolicyDocument(limits: Changes = {}, goalLimits: Changes = {}): ExactObject {
  return new Map<string, ExactJson>([
    ['schema_version', 2n],
    ['policy_id', 'sample-goals'],
    ['base_policy', policyDocument({ max_cycles: 5n, ...limits })],
    ['goal_limits', new Map(Object.entries(goalLimits))],
    ['reviewer_reserve', 1n],
  ]);
}

export function goalPolicy(limits: Changes = {}, goalLimits: Changes = {}): GoalPolicy {
  const result = validateGoalPolicy(goalPolicyDocument(limits, goalLimits));
  if (result.kind === 'refused') throw new Error(result.message);
  return result.policy;
}

/** Of a goal that has used nothing, which is known. */
export const NO_USAGE: ExactObject = new Map(USAGE_NAMES.map((name) => [name, 0n]));

/** A goal at its beginning, with members of its task and of itself changed. */
export function goal(task: Changes = {}, changes: Changes = {}): GoalCheckpoint {
  const created = createGoal(checkpointDocument(task), { goalId: 'harbour', nextStep: 'look at the tide' });
  if (created.kind === 'refused') throw new Error(created.message);
  const refreshed = refreshTotals(withCheckpointFields(created.value.document, changes));
  if (refreshed.kind === 'refused') throw new Error(refreshed.message);
  const result = validateGoalCheckpoint(refreshed.value);
  if (result.kind === 'refused') throw new Error(result.message);
  return result.checkpoint;
}

/** A goal whose slice is spent and may end: it brought evidence and knows its next step. */
export function spentGoal(task: Changes = {}, changes: Changes = {}): GoalCheckpoint {
  return goal({ cycle: 5n, evidence_refs: ['log:unit-1'], ...task }, changes);
}

/** A goal as a document with other members in its task, for a file that a person or another program writes. */
export function withTask(document: ExactObject, task: Changes): ExactObject {
  const old = document.get('task') ?? null;
  if (!isExactObject(old)) throw new TypeError('a goal has a task');
  return withCheckpointFields(document, { task: withCheckpointFields(old, task) });
}
