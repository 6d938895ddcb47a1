import type { EvaluatedFiles } from '../../policy/contract-command/index.ts';
import {
  type Decision,
  evaluate,
  evaluateGoal,
  type GoalDecision,
  type LimitName,
  type Limits,
  type TotalName,
} from '../../policy/index.ts';
import { nextWhole } from './reason-rule.ts';

/** Numbers of a policy that would have to be others. */
export interface ChangedNumbers {
  readonly limits: ReadonlyMap<LimitName, bigint>;
  readonly goalLimits: ReadonlyMap<TotalName, bigint>;
}

/** Files that could be judged. */
export type Judged = Exclude<EvaluatedFiles, { readonly kind: 'nothing' }>;

/** The smallest numbers of the policy that none of the reasons would reach. Empty where numbers change nothing. */
export function changedNumbers(evaluated: Judged): ChangedNumbers {
  const totals = evaluated.kind === 'goal' ? evaluated.checkpoint.totals : null;
  const limits = new Map<LimitName, bigint>();
  const goalLimits = new Map<TotalName, bigint>();
  for (const reason of evaluated.decision.typedReasons) {
    if (reason.kind === 'limit_reached') limits.set(reason.limit, nextWhole(reason.value));
    if (reason.kind === 'limit_exceeded') limits.set(reason.limit, BigInt(reason.value));
    if (reason.kind === 'checkpoint_required') limits.set('checkpoint_transcript_bytes', reason.growth + 1n);
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
export function decisionWith({ limits, goalLimits }: ChangedNumbers, evaluated: Judged): Decision | GoalDecision {
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
