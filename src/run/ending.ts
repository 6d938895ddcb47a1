import { EXIT } from '../base/errors.ts';
import { unreachable } from '../base/unreachable.ts';
import type { CheckpointStatus, EndedEvent, HumanQuestion } from './journal.ts';
import type { Amounts } from './ledger/amounts.ts';
import type { EndCause } from './state.ts';

export type Ending = Pick<EndedEvent, 'status' | 'exit' | 'reason' | 'checkpointStatus' | 'isResumable' | 'question'>;

/** Limits that a larger budget would lift; the other reasons of a stop say that the work itself is stuck. */
const BUDGET_REASONS = [
  'cycle',
  'tool_calls',
  'elapsed_seconds',
  'transcript_bytes',
  'task_packet_tokens',
  'parent_summary_tokens',
  'memory_digest_tokens',
  'child_result_words',
  'children_spawned',
]
  .map((metric) => new RegExp(`^limit_(reached|exceeded):${metric}=`))
  .concat(/^goal_limit:/);

function isBudget(reason: string): boolean {
  return BUDGET_REASONS.some((pattern) => pattern.test(reason));
}

function stop(reason: string, checkpointStatus: CheckpointStatus): Ending {
  return { status: 'stop', exit: EXIT.stop, reason, checkpointStatus, isResumable: true, question: null };
}

function needsHuman(reason: string, checkpointStatus: CheckpointStatus, question: HumanQuestion | null): Ending {
  return { status: 'needs-human', exit: EXIT.stop, reason, checkpointStatus, isResumable: true, question };
}

function policyEnding(decision: 'checkpoint' | 'stop', reasons: readonly string[]): Ending {
  const reason = reasons[0] ?? decision;
  if (decision === 'checkpoint') {
    return {
      status: 'checkpoint',
      exit: EXIT.checkpoint,
      reason,
      checkpointStatus: 'running',
      isResumable: true,
      question: null,
    };
  }
  const gate = reasons.find((candidate) => candidate.startsWith('human_gate:'));
  if (gate !== undefined) return needsHuman(gate, gate.endsWith(':decline') ? 'declined' : 'waiting_for_human', null);
  if (reasons.includes('human_authorization_required'))
    return needsHuman('human_authorization_required', 'waiting_for_human', null);
  if (reason.startsWith('evaluation_error:')) {
    return { status: 'error', exit: EXIT.stop, reason, checkpointStatus: 'error', isResumable: true, question: null };
  }
  return stop(reason, reasons.every(isBudget) ? 'budget_exhausted' : 'blocked');
}

/** How a run ends: its status, exit code and the status of its checkpoint belong together. */
export function endingOf(cause: EndCause): Ending {
  switch (cause.kind) {
    case 'pass':
      return {
        status: 'pass',
        exit: EXIT.ok,
        reason: 'acceptance holds',
        checkpointStatus: 'completed',
        isResumable: false,
        question: null,
      };
    case 'policy':
      return policyEnding(cause.decision, cause.reasons);
    case 'spawn-not-allowed':
      return stop('spawn_not_allowed', 'blocked');
    case 'no-candidate':
      return stop(cause.reason, 'blocked');
    case 'review-failed':
      return stop(`no_review: ${cause.why}`, 'blocked');
    case 'overdrawn':
      return stop(`reservation_spent:${missing(cause.asked)}`, 'budget_exhausted');
    case 'question': {
      const { gate, reruns } = cause.question;
      const reason = reruns === null ? `human_gate:${gate}` : `in_doubt:${reruns}`;
      return needsHuman(reason, 'waiting_for_human', cause.question);
    }
    case 'declined':
      return needsHuman(`human_gate:${cause.gate}:decline`, 'declined', null);
    case 'disowned':
      return {
        status: 'error',
        exit: EXIT.stop,
        reason: cause.reason,
        checkpointStatus: 'error',
        isResumable: true,
        question: null,
      };
    default:
      return unreachable(cause);
  }
}

function missing({ toolCalls, children }: Amounts): string {
  return `tool_calls=${toolCalls}:children_spawned=${children}`;
}

/** A signal ended the run between two steps; the checkpoint stays `running`. */
export const INTERRUPTED: Ending = {
  status: 'stop',
  exit: EXIT.interrupted,
  reason: 'interrupted',
  checkpointStatus: 'running',
  isResumable: true,
  question: null,
};
