import type { ExactJson } from '../base/exact-json.ts';
import { type Checkpoint, checkpointFrom } from './checkpoint.ts';
import { readDocument } from './document.ts';
import { isVersion2 } from './field-checks.ts';
import { goalCheckpointFrom } from './goal-checkpoint.ts';
import { type GoalPolicy, goalPolicyFrom } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Policy, policyFrom } from './policy.ts';
import { checked, type Refused, refuse } from './refusal.ts';

export type PolicyResult =
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'goal-policy'; readonly policy: GoalPolicy }
  | Refused;

export type CheckpointResult =
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'goal-checkpoint'; readonly checkpoint: GoalCheckpoint }
  | Refused;

export type ValidPolicy = Exclude<PolicyResult, Refused>;
export type ValidCheckpoint = Exclude<CheckpointResult, Refused>;

export type TaskPolicyResult = Exclude<PolicyResult, { readonly kind: 'goal-policy' }>;
export type GoalPolicyResult = Exclude<PolicyResult, { readonly kind: 'policy' }>;
export type TaskCheckpointResult = Exclude<CheckpointResult, { readonly kind: 'goal-checkpoint' }>;
export type GoalCheckpointResult = Exclude<CheckpointResult, { readonly kind: 'checkpoint' }>;

/** Reads and validates the bytes of a policy file; `path` is named in messages. */
export function loadPolicy(bytes: Uint8Array, path: string): PolicyResult {
  const read = checked(() => readDocument(bytes, path));
  return read.kind === 'refused' ? read : validatePolicy(read.value, path);
}

/** Validates a policy document: public v1, portable v1 or goal policy v2. */
export function validatePolicy(document: ExactJson, path: string | null = null): PolicyResult {
  return isVersion2(document) ? validateGoalPolicy(document, path) : validateTaskPolicy(document, path);
}

/** Validates a document that must be a policy v1, public or portable. */
export function validateTaskPolicy(document: ExactJson, path: string | null = null): TaskPolicyResult {
  const result = checked(() =>
    isVersion2(document) ? refuse('a goal policy v2 stands where a policy v1 is needed') : policyFrom(document, path),
  );
  return result.kind === 'ok' ? { kind: 'policy', policy: result.value } : result;
}

/** Validates a document that must be a goal policy v2. */
export function validateGoalPolicy(document: ExactJson, path: string | null = null): GoalPolicyResult {
  const result = checked(() => goalPolicyFrom(document, path));
  return result.kind === 'ok' ? { kind: 'goal-policy', policy: result.value } : result;
}

/** Reads and validates the bytes of a checkpoint file; `path` is named in messages. */
export function loadCheckpoint(bytes: Uint8Array, path: string): CheckpointResult {
  const read = checked(() => readDocument(bytes, path));
  return read.kind === 'refused' ? read : validateCheckpoint(read.value);
}

/** Reads and validates the bytes of a file that must be a task checkpoint v1. */
export function loadTaskCheckpoint(bytes: Uint8Array, path: string): TaskCheckpointResult {
  const read = checked(() => readDocument(bytes, path));
  return read.kind === 'refused' ? read : validateTaskCheckpoint(read.value);
}

/** Validates a checkpoint document: task checkpoint v1 or goal checkpoint v2. */
export function validateCheckpoint(document: ExactJson): CheckpointResult {
  return isVersion2(document) ? validateGoalCheckpoint(document) : validateTaskCheckpoint(document);
}

/** Validates a document that must be a task checkpoint v1. */
export function validateTaskCheckpoint(document: ExactJson): TaskCheckpointResult {
  const result = checked(() =>
    isVersion2(document)
      ? refuse('a goal checkpoint v2 stands where a task checkpoint v1 is needed')
      : checkpointFrom(document),
  );
  return result.kind === 'ok' ? { kind: 'checkpoint', checkpoint: result.value } : result;
}

/** Validates a document that must be a goal checkpoint v2. */
export function validateGoalCheckpoint(document: ExactJson): GoalCheckpointResult {
  const result = checked(() => goalCheckpointFrom(document));
  return result.kind === 'ok' ? { kind: 'goal-checkpoint', checkpoint: result.value } : result;
}
