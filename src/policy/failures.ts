import { canonicalHash, hasLoneSurrogate } from '../base/canonical-json.ts';
import { sortedByCodePoint } from '../base/code-point-order.ts';
import { changedGoal, verified } from './changed-goal.ts';
import { withCheckpointFields } from './create-checkpoint.ts';
import { type FailureRecord, failureId } from './failure-record.ts';
import { goalHash, goalText } from './goal-checks.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type Checked, checked, refuse } from './refusal.ts';

/** A failure that was seen. Operation and target are names the host keeps: never of a model, session, slice or executor. */
export interface Failure {
  readonly operation: string;
  readonly target: string;
  /** SHA-256 of what the operation was given. */
  readonly inputSha256: string;
  readonly errorClass: string;
  readonly evidenceRef: string;
}

/** A new input for the active failure, and the new evidence that gives reason to try it. */
export interface Correction {
  readonly inputSha256: string;
  readonly evidenceRef: string;
}

/** Counts a failure, makes it the active one and raises the retry counter to what its attempts say. */
export function recordFailure(checkpoint: GoalCheckpoint, failure: Failure): Checked<GoalCheckpoint> {
  return checked(() => withFailure(verified(checkpoint), failure));
}

/**
 * Permits one attempt with another input, once for each piece of evidence: it must be the slice's own, not accepted yet, and
 * seen by no failure. The retry counter follows what is known of the new input.
 */
export function permitCorrectedAttempt(checkpoint: GoalCheckpoint, correction: Correction): Checked<GoalCheckpoint> {
  return checked(() => withCorrection(verified(checkpoint), correction));
}

function withFailure(goal: GoalCheckpoint, failure: Failure): GoalCheckpoint {
  const operation = goalText(failure.operation, 'operation');
  const target = goalText(failure.target, 'target');
  const errorClass = goalText(failure.errorClass, 'error_class');
  const evidenceRef = goalText(failure.evidenceRef, 'evidence_ref');
  const inputSha256 = goalHash(failure.inputSha256, 'input_sha256: expected SHA-256');
  const identity = identityOf(operation, target);
  const id = failureId(identity, inputSha256, errorClass);
  const { task, failureHistory, activeFailure } = goal;
  const known = failureHistory.find((record) => record.id === id);
  const record: FailureRecord = Object.freeze({
    id,
    identity,
    inputSha256,
    errorClass,
    attempts: (known?.attempts ?? 0n) + 1n,
    evidenceRef,
    observedEvidence: Object.freeze(
      known === undefined
        ? [...task.evidenceRefs]
        : sortedByCodePoint(new Set([...known.observedEvidence, ...task.evidenceRefs])),
    ),
  });
  const isSameFailure = activeFailure === null || activeFailure === id;
  const prior = isSameFailure ? task.metrics.same_failure_retries : 0n;
  return changedGoal(goal, {
    failureHistory: known === undefined ? added(failureHistory, record) : replaced(failureHistory, record),
    activeFailure: id,
    task: withCheckpointFields(task.document, { same_failure_retries: atLeast(record.attempts - 1n, prior) }),
  });
}

function withCorrection(goal: GoalCheckpoint, { inputSha256, evidenceRef }: Correction): GoalCheckpoint {
  const { task, failureHistory, acceptedEvidence, activeFailure } = goal;
  goalHash(inputSha256, 'input_sha256: expected SHA-256');
  if (evidenceRef === '' || !task.evidenceRefs.includes(evidenceRef) || acceptedEvidence.includes(evidenceRef))
    refuse('corrected attempt requires new evidence');
  const active = failureHistory.find((record) => record.id === activeFailure);
  if (active === undefined) return refuse('unclassified legacy failure requires diagnosis before retry');
  if (active.inputSha256 === inputSha256) refuse('renaming or switching models does not change failure inputs');
  if (
    failureHistory.some((record) => record.evidenceRef === evidenceRef || record.observedEvidence.includes(evidenceRef))
  )
    refuse('correction evidence predates failure or was already consumed');
  const consumed = Object.freeze({
    ...active,
    observedEvidence: Object.freeze([...active.observedEvidence, evidenceRef]),
  });
  const failures = replaced(failureHistory, consumed);
  const id = failureId(active.identity, inputSha256, active.errorClass);
  const known = failures.find((record) => record.id === id);
  const attempt = known ?? Object.freeze({ ...consumed, id, inputSha256, attempts: 0n, evidenceRef });
  return changedGoal(goal, {
    failureHistory: known === undefined ? added(failures, attempt) : failures,
    activeFailure: id,
    task: withCheckpointFields(task.document, { same_failure_retries: atLeast(attempt.attempts - 1n, 0n) }),
  });
}

function identityOf(operation: string, target: string): string {
  for (const [name, value] of [
    ['operation', operation],
    ['target', target],
  ] as const) {
    if (hasLoneSurrogate(value)) refuse(`${name} holds a lone surrogate and cannot be hashed`);
  }
  return canonicalHash([operation, target]);
}

function added(failures: readonly FailureRecord[], record: FailureRecord): readonly FailureRecord[] {
  return Object.freeze([...failures, record]);
}

function replaced(failures: readonly FailureRecord[], record: FailureRecord): readonly FailureRecord[] {
  return Object.freeze(failures.map((other) => (other.id === record.id ? record : other)));
}

function atLeast(value: bigint, least: bigint): bigint {
  return value > least ? value : least;
}
