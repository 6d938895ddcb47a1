import type { ExactObject } from '../../base/exact-json.ts';
import { createCheckpoint, createGoal, observe } from '../../policy/index.ts';
import type { RunPolicy } from '../run-policy.ts';

/** A goal that nobody began has used nothing, and who begins it knows that. */
const UNSPENT = { input_tokens: 0n, cached_input_tokens: 0n, output_tokens: 0n, cost_microusd: 0n };

/** The checkpoint of a task that nobody began, of the policy's version. `at` is ISO 8601 with an offset. */
export function firstCheckpoint(policy: RunPolicy, taskId: string, at: string): ExactObject {
  const task = createCheckpoint({ taskId, parentId: null, updatedAt: at });
  if (policy.goal === null) return task;
  const made = createGoal(task, { goalId: taskId, nextStep: 'look where the goal stands' });
  if (made.kind === 'refused') throw new TypeError(made.message);
  const begun = observe(made.value, { updatedAt: at, usage: UNSPENT }, policy.goal, new Map());
  if (begun.kind === 'refused') throw new TypeError(begun.message);
  return begun.checkpoint.document;
}
