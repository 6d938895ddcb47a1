import { unreachable } from '../../base/unreachable.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { Claim, Turn } from '../actor.ts';
import { humanQuestion } from '../human-question.ts';
import type { HumanQuestion } from '../journal.ts';
import type { ProcessEnd } from '../processes.ts';
import type { ActAccount } from '../usage.ts';
import { begun, type ToolCall } from './calls.ts';
import type { Session } from './session.ts';

export interface Outcome {
  readonly end: ProcessEnd | null;
  readonly calls: readonly ToolCall[];
  readonly texts: readonly string[];
  readonly claim: Claim | null;
  readonly question: HumanQuestion | null;
  /** Null: what it used is not known. */
  readonly account: ActAccount | null;
}

export const NO_OUTCOME: Outcome = { end: null, calls: [], texts: [], claim: null, question: null, account: null };

/** Carries out one act. `onResult` gets each call once its result is there. */
export async function follow(
  session: Session,
  turn: Turn,
  onResult?: (call: ToolCall) => Promise<void>,
): Promise<Outcome> {
  const calls = new Map<string, ToolCall>();
  const texts: string[] = [];
  let end: ProcessEnd | null = null;
  let claim: Claim | null = null;
  let account: ActAccount | null = null;
  for await (const event of session.deps.actor.act(turn, session.deps.signal)) {
    switch (event.kind) {
      case 'tool_call':
        if (!calls.has(event.callId)) calls.set(event.callId, begun(event, calls.size));
        break;
      case 'tool_result': {
        const call = calls.get(event.callId);
        if (call === undefined) break;
        const { ok, output, durationMs } = event;
        const now = { ...call, ok, output, durationMs };
        // What was handed on need not be held: an act may make any number of calls.
        calls.set(event.callId, onResult === undefined ? now : { ...now, params: null, output: '' });
        await onResult?.(now);
        break;
      }
      case 'text':
        texts.push(event.text);
        break;
      case 'claim':
        claim = event.claim;
        break;
      case 'account':
        account = event.account;
        break;
      case 'end':
        end = event.end;
        break;
      default:
        return unreachable(event);
    }
  }
  return { end, calls: [...calls.values()], texts, claim, question: questionOf(session, claim), account };
}

/** The question of a claim, as the run asks it. */
export function questionOf(session: Session, claim: Claim | null): HumanQuestion | null {
  const asked = claim?.askHuman ?? null;
  if (asked === null) return null;
  return humanQuestion(session.task.id, { ...asked, question: redactText(asked.question) });
}
