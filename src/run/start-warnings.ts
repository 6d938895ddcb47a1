import type { ExactObject } from '../base/exact-json.ts';
import {
  goalWarnings,
  policyWarnings,
  type TotalName,
  taskWarnings,
  USAGE_NAMES,
  validateCheckpoint,
  type Warning,
  warningText,
} from '../policy/index.ts';
import type { RunPolicy } from './run-policy.ts';

/** What is worth a look as a run begins or goes on, in words: what the policy does not bound, and records of people. */
export function startWarnings(
  policy: RunPolicy,
  document: ExactObject,
  run: { readonly nowMs: number; readonly usesPlaybook: boolean },
): readonly string[] {
  return [...warningsOf(policy, document, run.nowMs).map(warningText), ...usageWarnings(policy, run.usesPlaybook)];
}

function warningsOf({ goal }: RunPolicy, document: ExactObject, nowMs: number): readonly Warning[] {
  const read = validateCheckpoint(document);
  const ofPolicy = goal === null ? [] : policyWarnings(goal);
  if (read.kind === 'checkpoint') return [...ofPolicy, ...taskWarnings(read.checkpoint, { nowMs })];
  return read.kind === 'goal-checkpoint' ? [...ofPolicy, ...goalWarnings(read.checkpoint, { nowMs })] : ofPolicy;
}

/** An agent command does not tell what it uses, and a limit on what is unknown stops. */
function usageWarnings({ goal }: RunPolicy, usesPlaybook: boolean): readonly string[] {
  if (goal === null || usesPlaybook) return [];
  const limited = USAGE_NAMES.filter((name: TotalName) => goal.goalLimits.has(name));
  if (limited.length === 0) return [];
  return [
    `the agent does not tell what it uses: the limit of the goal on ${limited.join(', ')} stops it after one act`,
  ];
}
