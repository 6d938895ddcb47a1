import type { CallFacts, EventLine } from '../session-line.ts';
import type { BoundsState, OpenBatch, TurnState } from './bounds-state.ts';
import { callIdentity } from './call-identity.ts';

/** A longer call waits for something; that is no standing still. */
const WAITING_MS = 20_000;
/** The main agent, among those that a host runs at once. */
export const MAIN_AGENT = '';

/** Before a call of Codex: ends its agent's last batch where this call belongs to a later response. */
export function openBatch({ host, turn, agents }: BoundsState, { facts, agent = MAIN_AGENT }: EventLine): void {
  const call = facts?.call;
  if (host !== 'codex' || call === undefined || turn.admitted.has(call) || turn.denied.has(call)) return;
  const batch = turn.open.get(agent);
  const response = agents.get(agent)?.responses ?? 0;
  // Without the host's own file a result between two calls tells that the second is of a later response.
  const isLater = batch !== undefined && (response > 0 ? response !== batch.response : batch.hasResult);
  if (batch !== undefined && !isLater) return;
  if (batch !== undefined) closeBatch(turn, batch);
  turn.open.set(agent, { response, hasResult: false, hasEvidence: false, isWaiting: false, isCounted: false });
}

/** A call of Codex is let through: the response that made it counts. */
export function countBatch(turn: TurnState, agent: string): void {
  const batch = turn.open.get(agent);
  if (batch === undefined || batch.isCounted) return;
  batch.isCounted = true;
  turn.cycles += 1;
}

/** At the end of a turn, where no later call ends them. */
export function closeBatches(turn: TurnState): void {
  for (const batch of turn.open.values()) closeBatch(turn, batch);
  turn.open.clear();
}

function closeBatch(turn: TurnState, batch: OpenBatch): void {
  if (batch.hasResult) countEvidence(turn, batch.hasEvidence, batch.isWaiting);
}

function countEvidence(turn: TurnState, hasEvidence: boolean, isWaiting: boolean): void {
  if (hasEvidence || turn.hasTreeChanged) turn.streak = 0;
  else if (!isWaiting) turn.streak += 1;
  turn.hasTreeChanged = false;
}

/** Takes in what one call came to. In Claude Code its output is judged with its batch. */
export function noteResult(state: BoundsState, facts: CallFacts, { at, agent = MAIN_AGENT }: ResultPlace): void {
  const { turn, host } = state;
  const call = facts.call ?? '';
  if (turn.denied.has(call)) return;
  const isNewFailure = isFailure(facts) && noteFailure(turn, facts);
  if (facts.ok === true) noteSuccess(turn, facts);
  state.starting.delete(call);
  if (turn.grownAt === call) acknowledge(turn);
  const batch = turn.open.get(agent);
  if (host !== 'codex' || batch === undefined) return;
  batch.hasResult = true;
  const isNew = isNewOutput(turn, facts) || isNewFailure || facts.wrote === true;
  batch.hasEvidence ||= isNew;
  batch.isWaiting ||= isWaiting(turn, facts, at);
}

/** When and by whom. */
export type ResultPlace = Pick<EventLine, 'at' | 'agent'>;

/** Takes in the end of a batch of Claude Code. False for one that was counted before. */
export function completeBatch(state: BoundsState, { at, calls = [] }: EventLine): boolean {
  const { turn } = state;
  const id = calls.map(({ call }) => call).join();
  if (calls.length === 0 || turn.batches.has(id)) return false;
  turn.batches.add(id);
  turn.cycles += 1;
  const made = calls.filter(({ call = '', denied }) => !turn.denied.has(call) && denied !== true);
  let hasEvidence = false;
  let isWaited = false;
  for (const facts of made) {
    const call = facts.call ?? '';
    const isFailed = isFailure(facts) || turn.failedCalls.has(call);
    const isNewFailure = (isFailure(facts) && noteFailure(turn, facts)) || turn.freshFailures.has(call);
    if (!isFailed) noteSuccess(turn, facts);
    const isNew = isNewOutput(turn, facts);
    const hasWritten = !isFailed && (facts.wrote === true || turn.wrote.has(call));
    hasEvidence ||= isNew || isNewFailure || hasWritten;
    isWaited ||= isWaiting(turn, facts, at);
  }
  for (const { call = '' } of calls) {
    state.starting.delete(call);
    if (turn.grownAt === call && !turn.denied.has(call)) acknowledge(turn);
  }
  if (made.length > 0) countEvidence(turn, hasEvidence, isWaited);
  return true;
}

function isFailure({ ok, denied, interrupted }: CallFacts): boolean {
  return ok === false && denied !== true && interrupted !== true;
}

function isWaiting(turn: TurnState, { call = '', exempt, durationMs }: CallFacts, at: number): boolean {
  const began = turn.began.get(call);
  const took = durationMs ?? (began === undefined ? 0 : at - began.at);
  return exempt === true || began?.exempt === true || took > WAITING_MS;
}

/** Counts a failure once; true where none of its kind came in this turn. */
function noteFailure(turn: TurnState, facts: CallFacts): boolean {
  const call = facts.call ?? '';
  if (turn.failedCalls.has(call)) return turn.freshFailures.has(call);
  turn.failedCalls.add(call);
  const identity = callIdentity(facts);
  const failure = facts.failure ?? '';
  const id = [identity.operation, identity.target, identity.input, failure].join('\n');
  const known = turn.failures.get(id);
  if (known !== undefined) {
    known.attempts += 1;
    return false;
  }
  turn.failures.set(id, { ...identity, failure, attempts: 1 });
  turn.freshFailures.add(call);
  return true;
}

function noteSuccess(turn: TurnState, facts: CallFacts): void {
  const { operation, target } = callIdentity(facts);
  for (const failure of turn.failures.values())
    if (failure.operation === operation && failure.target === target) failure.attempts = 0;
}

function isNewOutput(turn: TurnState, { output, outputChars = 0 }: CallFacts): boolean {
  if (output === undefined || outputChars === 0 || turn.outputs.has(output)) return false;
  turn.outputs.add(output);
  return true;
}

function acknowledge(turn: TurnState): void {
  turn.acknowledgedBytes = turn.bytes;
  turn.grownAt = null;
}
