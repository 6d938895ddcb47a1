import { numberText } from '../base/number-text.ts';
import { unreachable } from '../base/unreachable.ts';
import type { TaskStatus } from './checkpoint.ts';
import type { LimitName } from './limits.ts';
import type { MetricName } from './metrics.ts';

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
  | { readonly kind: 'evaluation_error'; readonly message: string };

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
    case 'evaluation_error':
      return `evaluation_error:${reason.message}`;
    default:
      return unreachable(reason);
  }
}
