import type { Candidate } from '../actor.ts';
import { leftToSpend } from './pay.ts';
import type { Session } from './session.ts';

/** What one act is charged before it begins, and the most calls that it may make. */
export interface CallsBefore {
  readonly charge: number;
  readonly limit: number;
}

/**
 * An opaque act is one call. An agent that tells its calls is charged for those that it makes; it may make its share of
 * what is left of slice and goal, no more than its budget. The rest is for the runs that it starts, and for other attempts.
 */
export async function callsBefore(session: Session, candidate: Candidate, acts: number): Promise<CallsBefore> {
  if (candidate.stream === undefined) return { charge: 1, limit: 1 };
  const { actor } = session.task;
  const shares = Math.max(acts, Number(session.policy.limits.max_concurrency));
  const { toolCalls: left } = await leftToSpend(session);
  const budget = (actor.kind === 'command' ? actor.callBudget : null) ?? left;
  return { charge: 0, limit: Math.max(1, Math.min(budget, Math.floor(left / shares))) };
}
