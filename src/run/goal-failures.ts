import {
  type Correction,
  type Failure,
  type FailureRecord,
  type GoalCheckpoint,
  permitCorrectedAttempt,
  recordFailure,
} from '../policy/index.ts';

/** The failures of a goal as the journal keeps them; names and meaning are those of the policy contract. */
export interface GoalFailures {
  readonly records: readonly (Omit<FailureRecord, 'attempts' | 'id'> & { readonly attempts: number })[];
  /** The id of the failure that the retry counter counts, or null. */
  readonly active: string | null;
}

/** The failures of a goal, and what the retry counter says of them. */
export interface CountedFailures {
  readonly failures: GoalFailures;
  readonly sameFailureRetries: number;
}

/** The failures of a goal after one more. */
export function withGoalFailure(goal: GoalCheckpoint, failure: Failure): CountedFailures {
  const result = recordFailure(goal, failure);
  if (result.kind === 'refused') throw new TypeError(result.message);
  return counted(result.value);
}

/** The failures of a goal once another input may be tried; null where the contract permits no such attempt. */
export function withGoalCorrection(goal: GoalCheckpoint, correction: Correction): CountedFailures | null {
  const result = permitCorrectedAttempt(goal, correction);
  return result.kind === 'refused' ? null : counted(result.value);
}

/** How often another input was permitted for the operation, target and error class of the active failure. */
export function correctionsOf({ failureHistory, activeFailure }: GoalCheckpoint): number {
  const active = failureHistory.find(({ id }) => id === activeFailure);
  if (active === undefined) return 0;
  const { identity, errorClass } = active;
  const inputs = failureHistory.filter((record) => record.identity === identity && record.errorClass === errorClass);
  return inputs.length - 1;
}

/** The first of these references that no failure of the goal has observed. */
export function unobserved({ failureHistory }: GoalCheckpoint, references: readonly string[]): string | undefined {
  const observed = new Set(failureHistory.flatMap((record) => [record.evidenceRef, ...record.observedEvidence]));
  return references.find((reference) => !observed.has(reference));
}

function counted({ failureHistory, activeFailure, task }: GoalCheckpoint): CountedFailures {
  return {
    failures: {
      records: failureHistory.map(({ id: _, attempts, ...record }) => ({ ...record, attempts: Number(attempts) })),
      active: activeFailure,
    },
    sameFailureRetries: Number(task.metrics.same_failure_retries),
  };
}
