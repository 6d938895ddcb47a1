import type { HistoryBound } from '../../../loops/store.ts';

/** Which rows of `session_parts` a look sees, as a condition with its values. */
export function inBound({ epoch, job }: HistoryBound): {
  readonly sql: string;
  readonly values: readonly (number | null)[];
} {
  return {
    sql: `session_parts.sealed_at IS NOT NULL AND coalesce(session_parts.epoch <= ?, ? IS NULL OR EXISTS (
      SELECT 1 FROM learning_jobs WHERE learning_jobs.part = session_parts.n AND learning_jobs.n <= ?))`,
    values: [epoch, job, job],
  };
}
