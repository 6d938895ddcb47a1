import type { CallFacts, EventLine } from '../session-line.ts';
import type { FoldedCall, FoldedSession } from './folded-session.ts';

const MOST_CALLS = 256;
const MOST_FAILURES = 1000;

/** The calls of an event, each counted at the first line that tells of it and failed at most once. */
export function foldCalls(state: FoldedSession, line: EventLine): FoldedSession {
  const isBatch = line.event === 'PostToolBatch';
  const next = isBatch ? { ...state, batches: state.batches + 1, turnBatches: state.turnBatches + 1 } : state;
  const told = line.calls ?? (line.facts === undefined || !isOfCall(line.event) ? [] : [line.facts]);
  return told.reduce((before, facts) => foldCall(before, line, facts), next);
}

/** A question for permission names no call. */
function isOfCall(event: string): boolean {
  return event === 'PreToolUse' || event === 'PostToolUse' || event === 'PostToolUseFailure';
}

function foldCall(state: FoldedSession, line: EventLine, facts: CallFacts): FoldedSession {
  const known = facts.call === undefined ? undefined : state.recentCalls[facts.call];
  const isResult = line.event !== 'PreToolUse';
  const isNew = known === undefined;
  const fails = facts.failure !== undefined && known?.failure === undefined ? facts.failure : undefined;
  const call: FoldedCall = {
    at: line.at,
    ...(line.task !== undefined && { task: line.task }),
    ...(line.agent !== undefined && { agent: line.agent }),
    ...facts,
    ...known,
    ...(isResult && resultOf(facts, known)),
    isAnnounced: known?.isAnnounced === true || !isResult,
    isOver: known?.isOver === true || isResult,
  };
  return {
    ...state,
    calls: state.calls + (isNew ? 1 : 0),
    turnCalls: state.turnCalls + (isNew ? 1 : 0),
    recentCalls: facts.call === undefined ? state.recentCalls : withCall(state.recentCalls, facts.call, call),
    ...(isResult && { lastFailure: call.failure ?? null }),
    ...(fails !== undefined && { failures: withFailure(state.failures, fails) }),
  };
}

/** What the batch does not say, the call's own event has said. */
function resultOf(facts: CallFacts, known: FoldedCall | undefined): Partial<CallFacts> {
  const { ok, denied, interrupted, failure, output, outputChars, wrote, durationMs } = facts;
  return {
    ...(known?.ok == null && ok !== undefined && { ok }),
    ...(denied !== undefined && { denied }),
    ...(interrupted !== undefined && { interrupted }),
    ...(known?.failure === undefined && failure !== undefined && { failure }),
    ...(known?.output === undefined && output !== undefined && { output }),
    ...(known?.outputChars === undefined && outputChars !== undefined && { outputChars }),
    ...(wrote !== undefined && { wrote }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

function withCall(calls: FoldedSession['recentCalls'], id: string, call: FoldedCall): FoldedSession['recentCalls'] {
  const next = { ...calls, [id]: call };
  const ids = Object.keys(next);
  return ids.length <= MOST_CALLS ? next : Object.fromEntries(Object.entries(next).slice(ids.length - MOST_CALLS));
}

function withFailure(failures: FoldedSession['failures'], signature: string): FoldedSession['failures'] {
  if (failures[signature] === undefined && Object.keys(failures).length >= MOST_FAILURES) return failures;
  return { ...failures, [signature]: (failures[signature] ?? 0) + 1 };
}
