import type { EvaluatedFiles } from '../../policy/contract-command/index.ts';
import {
  type CounterName,
  type Decision,
  evaluate,
  evaluateGoal,
  type GoalDecision,
  type LimitName,
  type Limits,
  type Reason,
  type TotalName,
} from '../../policy/index.ts';
import { nextWhole } from './next-whole.ts';

/** Numbers of a policy that would have to be others. */
interface ChangedNumbers {
  readonly limits: ReadonlyMap<LimitName, bigint>;
  readonly goalLimits: ReadonlyMap<TotalName, bigint>;
}

/** Files that could be judged. */
export type Judged = Exclude<EvaluatedFiles, { readonly kind: 'nothing' }>;

/** The limit of a policy that ends a slice by one of its counters. */
export const SLICE_LIMIT: Readonly<Record<CounterName, LimitName>> = {
  cycle: 'max_cycles',
  tool_calls: 'max_tool_calls',
  elapsed_seconds: 'max_elapsed_seconds',
  children_spawned: 'max_children_per_parent',
};

/** The smallest numbers of the policy that none of the reasons would reach. Empty where numbers change nothing. */
function changedNumbers(evaluated: Judged, reasons = evaluated.decision.typedReasons): ChangedNumbers {
  const totals = evaluated.kind === 'goal' ? evaluated.checkpoint.totals : null;
  const limits = new Map<LimitName, bigint>();
  const goalLimits = new Map<TotalName, bigint>();
  for (const reason of reasons) {
    if (reason.kind === 'limit_reached') limits.set(reason.limit, nextWhole(reason.value));
    if (reason.kind === 'limit_exceeded') limits.set(reason.limit, BigInt(reason.value));
    if (reason.kind === 'checkpoint_required') limits.set('checkpoint_transcript_bytes', reason.growth + 1n);
    if (reason.kind === 'slice_limit' && evaluated.kind === 'goal')
      limits.set(SLICE_LIMIT[reason.name], nextWhole(evaluated.checkpoint.task.metrics[reason.name]));
    const total = reason.kind === 'goal_limit' ? totals?.[reason.name] : undefined;
    if (reason.kind === 'goal_limit' && total !== undefined && total !== null)
      goalLimits.set(reason.name, nextWhole(total));
  }
  return {
    limits: withRelations(limits, evaluated.kind === 'task' ? evaluated.policy.limits : evaluated.policy.base.limits),
    goalLimits,
  };
}

/** A transcript may not be looked at later than it must end, nor more children live than may be started. */
function withRelations(changed: Map<LimitName, bigint>, limits: Limits): ReadonlyMap<LimitName, bigint> {
  for (const [low, high] of [
    ['checkpoint_transcript_bytes', 'max_transcript_bytes'],
    ['max_concurrency', 'max_children_per_parent'],
  ] as const) {
    const value = changed.get(low);
    if (value !== undefined && value > (changed.get(high) ?? limits[high])) changed.set(high, value);
  }
  return changed;
}

/** What the policy would say with other numbers. */
function decisionWith({ limits, goalLimits }: ChangedNumbers, evaluated: Judged): Decision | GoalDecision {
  const { keys } = evaluated;
  if (evaluated.kind === 'task') {
    const { checkpoint, policy } = evaluated;
    return evaluate(checkpoint, { ...policy, limits: raised(policy.limits, limits) }, keys);
  }
  const { checkpoint, policy } = evaluated;
  const base = { ...policy.base, limits: raised(policy.base.limits, limits) };
  return evaluateGoal(
    checkpoint,
    { ...policy, base, goalLimits: new Map([...policy.goalLimits, ...goalLimits]) },
    keys,
  );
}

function raised(limits: Limits, changed: ReadonlyMap<LimitName, bigint>): Limits {
  const result: { -readonly [Name in LimitName]: bigint } = { ...limits };
  for (const [name, value] of changed) if (value > result[name]) result[name] = value;
  return result;
}

/** What the policy would say with the numbers that silence these reasons; null where no number helps, such as beside an override that is used up. */
export function answerWithout(
  reasons: readonly Reason[],
  evaluated: Judged,
): { readonly numbers: ReadonlyMap<string, bigint>; readonly decision: Decision | GoalDecision } | null {
  const changed = changedNumbers(evaluated, reasons);
  const numbers = new Map<string, bigint>([...changed.limits, ...changed.goalLimits]);
  if (numbers.size === 0) return null;
  const decision = decisionWith(changed, evaluated);
  return decision.typedReasons.some(({ kind }) => kind === 'evaluation_error') ? null : { numbers, decision };
}
