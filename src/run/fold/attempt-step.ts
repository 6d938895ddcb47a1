import type { AttemptedEvent } from '../journal.ts';
import type { AttemptStep } from '../result.ts';
import type { CurrentAct } from '../state.ts';
import { violationOf } from './blame.ts';

/** An attempt of a group as the trail shows it. */
export function attemptStep(current: CurrentAct, attempt: AttemptedEvent): AttemptStep {
  return {
    attempt: attempt.attempt,
    candidate: attempt.candidate.id,
    cause: attempt.cause,
    killed: attempt.isKilled,
    observed: attempt.observed,
    violation: violationOf(attempt.violations),
    outcome: attempt.outcome,
    reward: attempt.reward,
    applied: attempt.attempt === current.chosen,
    duration_ms: attempt.durationMs,
  };
}
