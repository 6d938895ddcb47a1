import type { LimitName, ValidPolicy } from '../../policy/index.ts';
import type { BoundsState } from './bounds-state.ts';
import { sessionLimits } from './lifted-policy.ts';
import { sessionTotals, turnMetrics } from './measure.ts';
import { measuredLimit, reachedTotal } from './reached.ts';
import type { Reached } from './verdict.ts';

const WARNED: readonly LimitName[] = [
  'max_cycles',
  'max_tool_calls',
  'max_elapsed_seconds',
  'max_transcript_bytes',
  'max_same_failure_retries',
  'max_no_evidence_cycles',
];
/** Below this a warning would come with the first call or with the last. */
const LEAST_WARNED = 5;
const NEAR = 0.8;

/** What is at 80 % of its limit or above. */
export function nearLimits(state: BoundsState, policy: ValidPolicy, at: number): readonly Reached[] {
  const metrics = turnMetrics(state, at);
  const totals = sessionTotals(state, at);
  const { task, goal, prefix } = sessionLimits(policy, state.lifts, totals);
  const ofTask = WARNED.map((limit) => measuredLimit(limit, metrics, task.limits[limit], prefix));
  const ofGoal = [...(goal?.goalLimits ?? [])].map(([name, limit]) => reachedTotal(name, totals, limit));
  return [...ofTask, ...ofGoal].filter(isNear);
}

function isNear({ value, limitValue }: Reached): boolean {
  return value !== null && limitValue >= LEAST_WARNED && value >= limitValue * NEAR;
}

/** Whether so many batches in a row brought nothing that the next one is at half the limit or above. */
export function standsStill(state: BoundsState, policy: ValidPolicy): boolean {
  const { task } = sessionLimits(policy, state.lifts, sessionTotals(state, 0));
  return (state.turn.streak + 1) * 2 >= Number(task.limits.max_no_evidence_cycles);
}
