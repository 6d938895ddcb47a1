import { numberText } from '../base/number-text.ts';
import { unreachable } from '../base/unreachable.ts';
import type { TaskStatus } from './checkpoint.ts';
import type { LimitName } from './limits.ts';
import type { MetricName } from './metrics.ts';
import type { CounterName, TotalName } from './totals.ts';

/** Why a decision is not `continue`. `reasonText` gives the words of the decision document. */
export type Reason =
  | { readonly kind: 'task_status'; readonly status: TaskStatus }
  | { readonly kind: 'human_gate'; readonly gate: string; readonly decision: 'decline' | 'revise' }
  | {
      readonly kind: 'limit_reached' | 'limit_exceeded';
      readonly metric: MetricName;
      readonly value: bigint | number;
      readonly limit: LimitName;
      readonly limitValue: bigint;
    }
  | { readonly kind: 'checkpoint_required'; readonly growth: bigint; readonly limitValue: bigint }
  | { readonly kind: 'context_compaction_required' }
  | { readonly kind: 'human_authorization_required' }
  | { readonly kind: 'goal_limit'; readonly name: TotalName }
  | { readonly kind: 'completion_missing_acceptance_or_work_remains' }
  | { readonly kind: 'slice_limit'; readonly name: CounterName }
  | { readonly kind: 'slice_needs_evidence_next_step_or_children_completion' }
  | { readonly kind: 'concurrency_exceeded' }
  | { readonly kind: 'evaluation_error'; readonly message: string };

const NO_TEXTS: readonly string[] = Object.freeze([]);

/** The words of reasons; most evaluations have none. */
export function reasonTexts(reasons: readonly Reason[]): readonly string[] {
  return reasons.length === 0 ? NO_TEXTS : reasons.map(reasonText);
}

export function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'task_status':
      return `task_status:${reason.status}`;
    case 'human_gate':
      return `human_gate:${reason.gate}:${reason.decision}`;
    case 'limit_reached':
    case 'limit_exceeded':
      return `${reason.kind}:${reason.metric}=${numberText(reason.value)}:${reason.limit}=${reason.limitValue}`;
    case 'checkpoint_required':
      return `checkpoint_required:transcript_growth=${reason.growth}:checkpoint_transcript_bytes=${reason.limitValue}`;
    case 'goal_limit':
      return `goal_limit:${reason.name}:unknown_or_reached`;
    case 'slice_limit':
      return `slice_limit:${reason.name}`;
    case 'context_compaction_required':
    case 'human_authorization_required':
    case 'completion_missing_acceptance_or_work_remains':
    case 'slice_needs_evidence_next_step_or_children_completion':
    case 'concurrency_exceeded':
      return reason.kind;
    case 'evaluation_error':
      return `evaluation_error:${reason.message}`;
    default:
      return unreachable(reason);
  }
}
