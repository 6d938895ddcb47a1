import type { Checkpoint } from '../../policy/checkpoint.ts';
import { VerifiedGoal } from '../../policy/goal-state.ts';
import {
  evaluate,
  evaluateGoal,
  type Metrics,
  type Reason,
  type Totals,
  type ValidPolicy,
} from '../../policy/index.ts';
import { NO_USAGE, ZERO_TOTALS } from '../../policy/totals.ts';
import type { BoundsState } from './bounds-state.ts';
import { type SessionLimits, sessionLimits } from './lifted-policy.ts';
import { mostAttempts, sessionTotals, turnMetrics } from './measure.ts';
import { measuredLimit, reachedLimit, reachedTotal } from './reached.ts';
import type { Reached, Stop } from './verdict.ts';

/** What a policy says of a session at one moment. */
export interface Judgement {
  readonly stop: Stop | null;
  /** The growth that a person is to be asked about. */
  readonly grown: Reached | null;
  readonly maySpawn: boolean;
  /** Why no agent may be started. */
  readonly spawnLimits: readonly Reached[];
}

const NO_KEYS: ReadonlyMap<string, string> = new Map();

/** Judges by the evaluator of `praxis run`, under the limits that a person raised for the session. */
export function judge(state: BoundsState, policy: ValidPolicy, at: number): Judgement {
  const metrics = turnMetrics(state, at);
  const totals = sessionTotals(state, at);
  const limits = sessionLimits(policy, state.lifts, totals);
  const { goal } = limits;
  const task = taskWith(metrics);
  if (goal === null) {
    const { typedReasons, spawnAllowed } = evaluate(task, limits.task, NO_KEYS);
    return judgement(state, typedReasons, { metrics, limits, maySpawn: spawnAllowed });
  }
  const decision = evaluateGoal(goalWith(task, totals), goal, NO_KEYS);
  const { typedReasons, spawnAllowed } = decision;
  // The end of a slice is no end of a turn: the goal goes on in the next slice.
  const isSlice = decision.decision === 'checkpoint' && decision.scope === 'slice';
  const maySpawn = spawnAllowed || (isSlice && metrics.active_children < limits.task.limits.max_concurrency);
  const found = judgement(state, typedReasons, { metrics, limits, maySpawn });
  const reached = typedReasons.flatMap((reason) =>
    reason.kind === 'goal_limit' ? [reachedTotal(reason.name, totals, goal.goalLimits.get(reason.name) ?? 0n)] : [],
  );
  return reached.length === 0 ? found : { ...found, stop: { scope: 'goal', reached }, maySpawn: false };
}

interface Judged {
  readonly metrics: Metrics;
  readonly limits: SessionLimits;
  readonly maySpawn: boolean;
}

function judgement(state: BoundsState, reasons: readonly Reason[], { metrics, limits, maySpawn }: Judged): Judgement {
  const { prefix, task } = limits;
  const stop = stopOf(state, reasons, limits, metrics);
  const growth = reasons.find((reason) => reason.kind === 'checkpoint_required');
  const spawnLimits = (['max_children_per_parent', 'max_concurrency'] as const)
    .map((limit) => measuredLimit(limit, metrics, task.limits[limit], prefix))
    .filter(({ value, limitValue }) => value !== null && value >= limitValue);
  return {
    stop,
    grown:
      growth === undefined
        ? null
        : reachedLimit('checkpoint_transcript_bytes', { prefix, value: growth.growth, limitValue: growth.limitValue }),
    maySpawn: maySpawn || (growth !== undefined && spawnLimits.length === 0),
    spawnLimits,
  };
}

function stopOf(
  state: BoundsState,
  reasons: readonly Reason[],
  { prefix, task }: SessionLimits,
  metrics: Metrics,
): Stop | null {
  const reached = reasons.flatMap((reason): readonly Reached[] => {
    if (reason.kind === 'limit_reached' || reason.kind === 'limit_exceeded')
      return [reachedLimit(reason.limit, { prefix, value: reason.value, limitValue: reason.limitValue })];
    if (reason.kind !== 'concurrency_exceeded') return [];
    return [measuredLimit('max_concurrency', metrics, task.limits.max_concurrency, prefix)];
  });
  const failed = reasons.find((reason) => reason.kind === 'evaluation_error');
  if (failed !== undefined) return { scope: 'turn', reached, problem: failed.message };
  return reached.length === 0 ? null : { scope: 'turn', reached, ...repeats(state, reached) };
}

function repeats({ turn }: BoundsState, reached: readonly Reached[]): Pick<Stop, 'repeats'> {
  if (!reached.some(({ metric }) => metric === 'same_failure_retries')) return {};
  const attempts = mostAttempts(turn);
  const found = [...turn.failures.values()].find((failure) => failure.attempts === attempts);
  return found === undefined ? {} : { repeats: { operation: found.operation, attempts } };
}

function taskWith(metrics: Metrics): Checkpoint {
  return {
    document: new Map(),
    taskId: 'hosted',
    parentId: null,
    status: 'running',
    metrics,
    evidenceRefs: [],
    decisions: [],
    overrides: [],
    pendingActionHash: null,
    stopReason: null,
    updatedAt: '1970-01-01T00:00:00Z',
  };
}

function goalWith(task: Checkpoint, totals: Totals): VerifiedGoal {
  return new VerifiedGoal({
    taskId: task.taskId,
    goalId: task.taskId,
    sliceId: 0n,
    task,
    totals,
    baseline: ZERO_TOTALS,
    usage: NO_USAGE,
    acceptedEvidence: [],
    history: [],
    nextStep: 'what the person asked for',
    actionKind: 'execute',
    reviewRequired: false,
    requiresHuman: false,
    sourceSha256: '',
    failureHistory: [],
    activeFailure: null,
  });
}
