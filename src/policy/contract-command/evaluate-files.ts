import type { ExactObject } from '../../base/exact-json.ts';
import { type Checkpoint, checkpointFrom } from '../checkpoint.ts';
import { type Decision, failClosed } from '../decision.ts';
import { evaluate } from '../evaluate.ts';
import { evaluateGoal } from '../evaluate-goal.ts';
import { isVersion2 } from '../field-checks.ts';
import { goalCheckpointFrom } from '../goal-checkpoint.ts';
import type { GoalDecision } from '../goal-decision.ts';
import { type GoalPolicy, goalPolicyFrom } from '../goal-policy.ts';
import type { GoalCheckpoint } from '../goal-state.ts';
import { parseHumanKeys } from '../human-keys.ts';
import { type Policy, policyFrom } from '../policy.ts';
import { checked, refuse } from '../refusal.ts';
import { readNamed } from './named-files.ts';
import type { ReadFile } from './read-file.ts';

/** The files of one evaluation, as named on the command line, and the text of the human keys. */
export interface EvaluationFiles {
  readonly policyPath: string;
  readonly checkpointPath: string;
  readonly humanKeys: string | undefined;
}

/** What two files that were evaluated are: of one version, or `nothing` where they cannot be judged together. */
export type EvaluatedFiles =
  | {
      readonly kind: 'task';
      readonly checkpoint: Checkpoint;
      readonly policy: Policy;
      readonly keys: ReadonlyMap<string, string>;
      readonly decision: Decision;
    }
  | {
      readonly kind: 'goal';
      readonly checkpoint: GoalCheckpoint;
      readonly policy: GoalPolicy;
      readonly keys: ReadonlyMap<string, string>;
      readonly decision: GoalDecision;
    }
  | { readonly kind: 'nothing'; readonly decision: Decision };

/**
 * Evaluates a checkpoint file under a policy file; whatever is wrong with either gives the fail-closed decision. The checks
 * come in the contract's order: both files are read, then the keys, then checkpoint and policy are judged.
 */
export function evaluateFiles(files: EvaluationFiles, readFile: ReadFile): EvaluatedFiles {
  const result = checked(() => {
    const checkpoint = readNamed(files.checkpointPath, readFile);
    const policy = readNamed(files.policyPath, readFile);
    const keys = parseHumanKeys(files.humanKeys);
    if (keys.kind === 'refused') return refuse(keys.message);
    return evaluated(checkpoint, policy, files.policyPath, keys.keys);
  });
  return result.kind === 'ok'
    ? result.value
    : { kind: 'nothing', decision: failClosed(files.policyPath, result.message) };
}

function evaluated(
  checkpointDocument: ExactObject,
  policyDocument: ExactObject,
  policyPath: string,
  keys: ReadonlyMap<string, string>,
): EvaluatedFiles {
  const checkpoint = checkpointOfAnyVersion(checkpointDocument);
  const policy = policyOfAnyVersion(policyDocument, policyPath);
  if (checkpoint.kind === 'task' && policy.kind === 'task') {
    const decision = evaluate(checkpoint.value, policy.value, keys);
    return { kind: 'task', checkpoint: checkpoint.value, policy: policy.value, keys, decision };
  }
  if (checkpoint.kind === 'goal' && policy.kind === 'goal') {
    const decision = evaluateGoal(checkpoint.value, policy.value, keys);
    return { kind: 'goal', checkpoint: checkpoint.value, policy: policy.value, keys, decision };
  }
  return refuse('checkpoint and policy versions must match');
}

function checkpointOfAnyVersion(document: ExactObject) {
  return isVersion2(document)
    ? { kind: 'goal' as const, value: goalCheckpointFrom(document) }
    : { kind: 'task' as const, value: checkpointFrom(document) };
}

function policyOfAnyVersion(document: ExactObject, path: string) {
  return isVersion2(document)
    ? { kind: 'goal' as const, value: goalPolicyFrom(document, path) }
    : { kind: 'task' as const, value: policyFrom(document, path) };
}
