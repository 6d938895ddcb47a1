import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { firstGoal } from './changed-goal.ts';
import { isVersion, isVersion2 } from './field-checks.ts';
import { type GoalPolicy, goalPolicyFrom } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { hashOf, policyFrom } from './policy.ts';
import { isPortable, normalisedPortable } from './portable-policy.ts';
import { type Checked, checked, refuse } from './refusal.ts';

/** How a goal begins. */
export interface GoalStart {
  readonly goalId: string;
  /** What is to be done next; an empty one says that no work is left. */
  readonly nextStep: string;
}

/** A goal policy v2 around a v1 policy: no limits on the whole goal but those given, one child kept for a reviewer. */
export function createGoalPolicy(base: ExactJson, goalLimits: ExactObject = new Map()): Checked<GoalPolicy> {
  return checked(() => {
    if (isVersion2(base)) goalPolicyFrom(base, null);
    const { policyId } = isVersion2(base) ? refuse('goal_policy requires a v1 base') : policyFrom(base, null);
    const members: readonly (readonly [string, ExactJson])[] = [
      ['schema_version', 2n],
      ['policy_id', `${policyId}-goals`],
      ['base_policy', isExactObject(base) && isPortable(base) ? normalisedPortable(base) : base],
      ['goal_limits', goalLimits],
      ['reviewer_reserve', 1n],
    ];
    return goalPolicyFrom(new Map(members), null);
  });
}

/** A goal around a task checkpoint v1: its first slice is the task as it is. Usage is unknown, for nobody measured it. */
export function createGoal(task: ExactJson, start: GoalStart): Checked<GoalCheckpoint> {
  return checked(() => newGoal(task, start));
}

/** A start as a document wrote it; what it says is judged last. */
export type WrittenStart = { readonly [Member in keyof GoalStart]: ExactJson };

/** As `createGoal`, for use among the checks of this room. */
export function newGoal(task: ExactJson, { goalId, nextStep }: WrittenStart): GoalCheckpoint {
  if (!isExactObject(task) || !isVersion(task.get('schema_version'), 1))
    return refuse('new_goal expects public v1 checkpoint');
  const sourceSha256 = hashOf(task, 'checkpoint');
  return firstGoal({ goalId, nextStep, task, sourceSha256 });
}
