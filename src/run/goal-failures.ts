import { type Failure, type FailureRecord, type GoalCheckpoint, recordFailure } from '../policy/index.ts';

/** The failures of a goal as the journal keeps them; names and meaning are those of the policy contract. */
export interface GoalFailures {
  readonly records: readonly (Omit<FailureRecord, 'attempts' | 'id'> & { readonly attempts: number })[];
  /** The id of the failure that the retry counter counts, or null. */
  readonly active: string | null;
}

/** The failures of a goal after one more, and what the retry counter then says. */
export function withGoalFailure(
  goal: GoalCheckpoint,
  failure: Failure,
): { readonly failures: GoalFailures; readonly sameFailureRetries: number } {
  const result = recordFailure(goal, failure);
  if (result.kind === 'refused') throw new TypeError(result.message);
  const { failureHistory, activeFailure, task } = result.value;
  return {
    failures: {
      records: failureHistory.map(({ id: _, attempts, ...record }) => ({ ...record, attempts: Number(attempts) })),
      active: activeFailure,
    },
    sameFailureRetries: Number(task.metrics.same_failure_retries),
  };
}
