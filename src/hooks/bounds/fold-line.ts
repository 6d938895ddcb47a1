import type { ValidPolicy } from '../../policy/index.ts';
import type { EventLine, FoundLine, LiftLine, SessionLine } from '../session-line.ts';
import { closeBatches, completeBatch, MAIN_AGENT, noteResult, openBatch } from './batches.ts';
import type { BoundsState, TurnState } from './bounds-state.ts';
import { beginTurn, endWork, noteTime } from './bounds-turn.ts';
import { decideAfterBatch, decideCall, decidePrompt } from './decide.ts';
import { foldUsage } from './fold-usage.ts';
import { PASS, type Verdict } from './verdict.ts';

/** A line as the bounds read it. */
export interface ReadLine {
  readonly line: SessionLine;
  /** Another hook told of the same event before. */
  readonly isDouble: boolean;
  /** Null: nothing is bounded. */
  readonly policy: ValidPolicy | null;
}

/**
 * Takes in one line of a session's file, in place, and says what the bounds say about it: what a hook answers follows from
 * the lines before its own alone, so that of calls made at once as many pass as the limit says.
 */
export function foldBoundsLine(state: BoundsState, { line, isDouble, policy }: ReadLine): Verdict {
  switch (line.kind) {
    case 'event':
      return foldEvent(state, line, { isDouble, policy });
    case 'usage':
      foldUsage(state, line);
      return PASS;
    case 'found':
      foldFound(state, line);
      return PASS;
    case 'lift':
      foldLift(state, line);
      return PASS;
    case 'policy':
      state.policy ??= line.hash;
      return PASS;
    default:
      return PASS;
  }
}

function foldEvent(state: BoundsState, line: EventLine, { isDouble, policy }: Omit<ReadLine, 'line'>): Verdict {
  const { at, event } = line;
  if (event === 'UserPromptSubmit' && (line.typed === true || line.command === true)) {
    if (!isDouble) beginTurn(state, line);
    return decidePrompt(state, at, policy);
  }
  const { turn } = state;
  noteTime(turn, line);
  if (!isDouble) turn.bytes += line.bytes ?? 0;
  switch (event) {
    case 'PreToolUse':
      openBatch(state, line);
      return decideCall(state, line, policy);
    case 'PermissionRequest':
      if (turn.stop !== null) return { kind: 'stop', stop: turn.stop, isFirst: false };
      turn.askedPersonAt ??= at;
      return PASS;
    case 'PostToolBatch':
      return completeBatch(state, line) ? decideAfterBatch(state, at, policy) : PASS;
    default:
      foldOther(state, line);
      return PASS;
  }
}

/** The events at which bounds have nothing to say. */
function foldOther(state: BoundsState, line: EventLine): void {
  const { event, agent, facts, source } = line;
  switch (event) {
    case 'PostToolUse':
    case 'PostToolUseFailure':
      if (facts === undefined) return;
      if (facts.wrote === true && facts.call !== undefined) state.turn.wrote.add(facts.call);
      noteResult(state, facts, line);
      return;
    case 'SubagentStart':
      if (agent !== undefined) startAgent(state, agent);
      return;
    case 'SubagentStop':
      if (agent !== undefined) state.active.delete(agent);
      return;
    case 'SessionStart':
      if (source === 'compact' || source === 'clear') forgetContext(state.turn);
      return;
    case 'PostCompact':
      forgetContext(state.turn);
      return;
    case 'Stop':
    case 'StopFailure':
    case 'Interrupt':
    case 'SessionEnd':
      if (line.subagent) return;
      closeBatches(state.turn);
      endWork(state, line);
      return;
    default:
      return;
  }
}

function startAgent(state: BoundsState, agent: string): void {
  const [first] = state.starting;
  if (first !== undefined && !state.active.has(agent)) state.starting.delete(first);
  state.active.add(agent);
}

function forgetContext(turn: TurnState): void {
  turn.bytes = 0;
  turn.acknowledgedBytes = 0;
  turn.grownAt = null;
}

function foldLift(state: BoundsState, { limit, value }: LiftLine): void {
  state.lifts.set(limit, Math.max(value, state.lifts.get(limit) ?? 0));
  // What else is reached stops the next call again.
  state.turn.stop = null;
}

function foldFound(state: BoundsState, { at, agent = MAIN_AGENT, results = [], tree }: FoundLine): void {
  const { turn } = state;
  for (const { call, ok, failure = '' } of results) {
    const began = turn.began.get(call);
    // A call that no hook told of is known by what it failed with alone.
    const { operation, target, input } = began ?? { operation: 'a', target: failure, input: failure };
    const facts = { call, tool: operation, target, input, inputChars: 0, ok, ...(ok ? {} : { failure }) };
    noteResult(state, facts, { at, agent });
  }
  if (tree === undefined || tree === null) return;
  if (turn.tree !== null && turn.tree !== tree) {
    turn.streak = 0;
    // The batch that changed it is told of later.
    turn.hasTreeChanged = true;
  }
  turn.tree = tree;
}
