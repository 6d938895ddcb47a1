import type { Candidate, Claim } from '../actor.ts';
import { agentCallId } from '../actors/agent-call-id.ts';
import { splitFinalText } from '../actors/claim.ts';
import { opaqueAccount } from '../actors/command.ts';
import type { CallEvent } from '../actors/stream/call-book.ts';
import { type ActAccount, NO_USAGE, UNKNOWN_USAGE } from '../usage.ts';
import { begun, type ToolCall } from './calls.ts';
import { type Session, stateOf } from './session.ts';

/** What an act that a crash cut off left behind. */
export interface LeftAct {
  readonly text: string;
  readonly claim: Claim | null;
  /** Null: of a playbook, which uses nothing. */
  readonly account: ActAccount | null;
  readonly calls: readonly ToolCall[];
}

/** The output files are made before the child is: without them there was none. */
const NOT_BEGUN: ActAccount = { toolCalls: 0, usage: NO_USAGE, isEstimated: false, gaps: [] };

const NOTHING: LeftAct = { text: '', claim: null, account: null, calls: [] };

/**
 * Settles an act by what it wrote before it was cut off, and by the files of its host. Where its output is gone, its calls
 * stand at what was reserved for them. What an agent claimed or asked before the end holds.
 */
export async function settleLeft(
  session: Session,
  candidate: Candidate,
  act: { readonly outputName: string; readonly hasSurelyBegun: boolean },
): Promise<LeftAct> {
  const { deps } = session;
  const { outputName } = act;
  if (!candidate.isChild) return NOTHING;
  const left = await deps.processes.leftOutput(outputName);
  if (left === undefined && !act.hasSurelyBegun) return { ...NOTHING, account: NOT_BEGUN };
  if (candidate.stream === undefined) {
    const { text, claim } = splitFinalText(left?.stdout.text ?? '');
    return { text, claim, account: opaqueAccount(claim), calls: [] };
  }
  const { AgentStream } = await import('../actors/stream/agent-stream.ts');
  const { settleStream } = await import('../actors/stream/settle-stream.ts');
  const told: CallEvent[] = [];
  const stream = new AgentStream(candidate.stream, (event) => told.push(event));
  const isThere = await deps.processes.readLeft(outputName, (chunk) => stream.push(chunk));
  stream.end();
  if (!isThere) return { ...NOTHING, account: atCeiling(session) };
  const settled = await settleStream(stream, told, deps.sessions, beganMs(session));
  const events = candidate.stream === 'codex' ? settled.events : [...told, ...settled.events];
  const { text, claim } = splitFinalText(stream.read().finalText ?? '');
  return { text, claim, account: settled.account, calls: callsOf(session, events) };
}

function atCeiling(session: Session): ActAccount {
  const intended = stateOf(session).current?.intended;
  const attempts = intended?.attempts?.length ?? 1;
  const toolCalls = Math.floor((intended?.reservation.toolCalls ?? 0) / attempts);
  return { toolCalls, usage: UNKNOWN_USAGE, isEstimated: false, gaps: ['the output of the act is gone'] };
}

function beganMs(session: Session): number {
  const began = stateOf(session).current?.intendedAt ?? '';
  return Date.parse(began) || 0;
}

function callsOf(session: Session, events: readonly CallEvent[]): readonly ToolCall[] {
  const { sessionId, counters } = stateOf(session);
  const calls = new Map<string, ToolCall>();
  for (const event of events) {
    const callId = agentCallId({ sessionId, cycle: counters.cycle }, event.callId);
    const known = calls.get(callId);
    if (event.kind === 'tool_call') {
      if (known === undefined) calls.set(callId, begun({ ...event, callId }, calls.size));
    } else if (known !== undefined) {
      const { ok, output, durationMs } = event;
      calls.set(callId, { ...known, ok, output, durationMs });
    }
  }
  return [...calls.values()];
}
