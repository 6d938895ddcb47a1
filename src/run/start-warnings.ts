import type { ExactObject } from '../base/exact-json.ts';
import {
  goalWarnings,
  policyWarnings,
  type TotalName,
  taskWarnings,
  USAGE_NAMES,
  type UsageName,
  validateCheckpoint,
  type Warning,
  warningText,
} from '../policy/index.ts';
import type { RunPolicy } from './run-policy.ts';
import type { ActorSpec, Task } from './task.ts';

/** What is worth a look as a run begins or goes on, in words: what the policy does not bound, and records of people. */
export function startWarnings(
  policy: RunPolicy,
  document: ExactObject,
  run: { readonly nowMs: number } & Pick<Task, 'actor' | 'reviewer'>,
): readonly string[] {
  return [...warningsOf(policy, document, run.nowMs).map(warningText), ...usageWarnings(policy, run)];
}

function warningsOf({ goal }: RunPolicy, document: ExactObject, nowMs: number): readonly Warning[] {
  const read = validateCheckpoint(document);
  const ofPolicy = goal === null ? [] : policyWarnings(goal);
  if (read.kind === 'checkpoint') return [...ofPolicy, ...taskWarnings(read.checkpoint, { nowMs })];
  return read.kind === 'goal-checkpoint' ? [...ofPolicy, ...goalWarnings(read.checkpoint, { nowMs })] : ofPolicy;
}

/** A limit on what an agent does not tell stops the goal. */
function usageWarnings({ goal }: RunPolicy, { actor, reviewer }: Pick<Task, 'actor' | 'reviewer'>): readonly string[] {
  if (goal === null) return [];
  const limits = (names: readonly UsageName[]) =>
    names.filter((name: TotalName) => goal.goalLimits.has(name)).join(', ');
  const ofAgent = limits(untold(actor));
  const ofReviewer = reviewer === null ? '' : limits(USAGE_NAMES);
  return [
    ...(ofAgent === ''
      ? []
      : [`the agent does not tell what it uses: the limit of the goal on ${ofAgent} stops it after one act`]),
    ...(ofReviewer === ''
      ? []
      : [
          `unless its verdict says what the reviewer used, the limit of the goal on ${ofReviewer} stops it after one review`,
        ]),
  ];
}

/** What an actor never tells, unless it claims it. Codex states no cost. */
function untold(actor: ActorSpec): readonly UsageName[] {
  if (actor.kind === 'playbook' || actor.format === 'claude-code') return [];
  return actor.format === 'codex' ? ['cost_microusd'] : USAGE_NAMES;
}
