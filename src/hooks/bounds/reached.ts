import { LIMIT_METRICS, type LimitName, type Metrics, type TotalName, type Totals } from '../../policy/index.ts';
import type { Reached } from './verdict.ts';

/** A limit of a task with what was measured. `prefix` leads to the limits in the policy's file. */
export function reachedLimit(
  limit: LimitName,
  { prefix, value, limitValue }: { prefix: string; value: bigint | number; limitValue: bigint },
): Reached {
  return {
    member: `${prefix}limits.${limit}`,
    limit,
    metric: LIMIT_METRICS[limit],
    value: Number(value),
    limitValue: Number(limitValue),
  };
}

/** A limit of a task with what a turn has of it. */
export function measuredLimit(limit: LimitName, metrics: Metrics, limitValue: bigint, prefix: string): Reached {
  return reachedLimit(limit, { prefix, value: metrics[LIMIT_METRICS[limit]], limitValue });
}

/** A limit of a goal with what a session has spent of it. */
export function reachedTotal(name: TotalName, totals: Totals, limit: bigint | number): Reached {
  const value = totals[name];
  return {
    member: `goal_limits.${name}`,
    limit: `goal.${name}`,
    metric: name,
    value: value === null ? null : Number(value),
    limitValue: Number(limit),
  };
}
