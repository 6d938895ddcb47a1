import { numberText } from '../../base/number-text.ts';
import { unreachable } from '../../base/unreachable.ts';
import { CONTEXT_METRICS, type Reason, type TaskStatus, type Totals } from '../../policy/index.ts';
import { keysRemedy } from '../explain/reason-text.ts';
import { type GoalFacts, lackOfCompletion, lackOfSlice, largeContext, spentSlice } from './goal-rule.ts';
import { nextWhole } from './next-whole.ts';

/** Why a policy gave one of its reasons. */
export interface ExplainedRule {
  /** The rule that spoke. */
  readonly rule: string;
  /** What it found, with its numbers. */
  readonly fact: string;
  /** What would make it silent. */
  readonly change: string;
}

type LimitReason = Extract<Reason, { readonly kind: 'limit_reached' | 'limit_exceeded' }>;

/** Explains a reason by the rule that gave it; `goal` for a decision about a goal. */
export function explainRule(reason: Reason, goal: GoalFacts | null): ExplainedRule {
  switch (reason.kind) {
    case 'limit_reached':
      return reachedLimit(reason, goal !== null);
    case 'limit_exceeded':
      return {
        rule: 'children may be as many as their limit says, and no more',
        fact: `${reason.metric} is ${numberText(reason.value)}, ${reason.limit} is ${reason.limitValue}`,
        change: `${reason.limit} at ${numberText(reason.value)} or more in the policy${reason.metric === 'children_spawned' ? '; the number of children that were started never falls' : ', or fewer children'}`,
      };
    case 'checkpoint_required':
      return {
        rule: 'a transcript that grew by its limit is looked at before it grows on',
        fact: `it grew by ${reason.growth} bytes, checkpoint_transcript_bytes is ${reason.limitValue}`,
        change: 'a checkpoint: last_checkpoint_transcript_bytes set to the transcript as measured',
      };
    case 'task_status':
      return {
        rule: 'only a running task goes on',
        fact: `the checkpoint says ${reason.status}`,
        change: statusChange(reason.status),
      };
    case 'human_gate':
      return {
        rule: 'the latest decision of a person governs its gate',
        fact: `the gate ${reason.gate} was answered with ${reason.decision}`,
        change:
          reason.decision === 'decline'
            ? 'a later approval of the same action, signed'
            : 'a later approval of the same action, signed; or a revised action with a hash of its own, and an approval of that',
      };
    case 'human_authorization_required':
      return {
        rule: 'a goal that asks for a person waits for one',
        fact: 'requires_human is true',
        change: 'an approval of the pending action, signed; then the host may observe it',
      };
    case 'goal_limit':
      return goalLimit(reason.name, goal);
    case 'completion_missing_acceptance_or_work_remains':
      return {
        rule: 'a completed goal cites evidence and leaves no next step',
        fact: lackOfCompletion(goal),
        change: 'evidence that is cited afresh, and an empty next_step',
      };
    case 'context_compaction_required':
      return {
        rule: 'the context is made smaller before anything else happens',
        fact: largeContext(goal),
        change: 'context maintenance: a smaller packet, measured anew. No person is needed',
      };
    case 'slice_limit':
      return spentSlice(reason, goal);
    case 'slice_needs_evidence_next_step_or_children_completion':
      return {
        rule: 'a slice ends by itself only with new evidence, a next step and no child alive',
        fact: lackOfSlice(goal),
        change: 'what is missing, observed by the host',
      };
    case 'concurrency_exceeded':
      return {
        rule: 'no more children live at once than the policy allows',
        fact:
          goal === null
            ? 'active_children is above max_concurrency'
            : `active_children is ${goal.checkpoint.task.metrics.active_children}, max_concurrency is ${goal.limits.max_concurrency}`,
        change: 'fewer children, or a higher max_concurrency',
      };
    case 'evaluation_error':
      return {
        rule: 'what cannot be evaluated is a stop',
        fact: reason.message,
        change: keysRemedy(reason.message) ?? 'the document, mended',
      };
    default:
      return unreachable(reason);
  }
}

function reachedLimit({ metric, value, limit, limitValue }: LimitReason, isGoal: boolean): ExplainedRule {
  const least = nextWhole(value);
  const raise = `${limit} at ${least} or more in the policy`;
  return {
    rule: 'a metric that reaches its limit stops',
    fact: `${metric} is ${numberText(value)}, ${limit} is ${limitValue}`,
    change: `${raise}${otherWay(metric, limitValue, isGoal)}`,
  };
}

function otherWay(metric: string, limitValue: bigint, isGoal: boolean): string {
  if (limitValue === 0n) return '; a limit of 0 stops at once, and no override lifts it';
  if (CONTEXT_METRICS.some((known) => known === metric)) return `, or a smaller context, measured below ${limitValue}`;
  if (metric === 'no_evidence_cycles') return ', or new evidence, which sets it to 0';
  if (metric !== 'same_failure_retries') return '. An override is too late: it counts only before the limit is reached';
  return isGoal
    ? ', or a correction: a new input and evidence that came after the failure'
    : ', or new evidence about this failure';
}

function goalLimit(name: keyof Totals, goal: GoalFacts | null): ExplainedRule {
  const total = goal?.checkpoint.totals[name] ?? null;
  const limit = goal?.policy.goalLimits.get(name);
  const rule = 'a goal stops when a total reaches its limit, or is not known';
  const allowed = limit === undefined ? '' : `, its limit is ${numberText(limit)}`;
  if (total === null)
    return {
      rule,
      fact: `the total of ${name} is unknown${allowed}`,
      change: 'nothing brings an unknown total back: a policy without this limit, or a new goal',
    };
  return {
    rule,
    fact: `the total of ${name} is ${numberText(total)}${allowed}`,
    change: `${name} at ${nextWhole(total)} or more in goal_limits`,
  };
}

function statusChange(status: TaskStatus): string {
  if (status === 'completed') return 'nothing: what is completed stays so';
  if (status === 'cancelled') return 'the status running, which its host sets';
  if (status === 'declined')
    return 'a later approval of the same action, signed; then its host sets the status running';
  return 'the status running, which its host sets: for a run `praxis run --resume`, once the policy and the people allow it';
}
