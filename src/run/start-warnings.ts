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
import type { ActorSpec } from './task.ts';

/** What is worth a look as a run begins or goes on, in words: what the policy does not bound, and records of people. */
export function startWarnings(
  policy: RunPolicy,
  document: ExactObject,
  run: { readonly nowMs: number; readonly actor: ActorSpec },
): readonly string[] {
  return [...warningsOf(policy, document, run.nowMs).map(warningText), ...usageWarnings(policy, run.actor)];
}

function warningsOf({ goal }: RunPolicy, document: ExactObject, nowMs: number): readonly Warning[] {
  const read = validateCheckpoint(document);
  const ofPolicy = goal === null ? [] : policyWarnings(goal);
  if (read.kind === 'checkpoint') return [...ofPolicy, ...taskWarnings(read.checkpoint, { nowMs })];
  return read.kind === 'goal-checkpoint' ? [...ofPolicy, ...goalWarnings(read.checkpoint, { nowMs })] : ofPolicy;
}

/** A limit on what an agent does not tell stops the goal. */
function usageWarnings({ goal }: RunPolicy, actor: ActorSpec): readonly string[] {
  if (goal === null) return [];
  const limited = untold(actor).filter((name: TotalName) => goal.goalLimits.has(name));
  if (limited.length === 0) return [];
  return [
    `the agent does not tell what it uses: the limit of the goal on ${limited.join(', ')} stops it after one act`,
  ];
}

/** What an actor never tells, unless it claims it. Codex states no cost. */
function untold(actor: ActorSpec): readonly UsageName[] {
  if (actor.kind === 'playbook' || actor.format === 'claude-code') return [];
  return actor.format === 'codex' ? ['cost_microusd'] : USAGE_NAMES;
}
