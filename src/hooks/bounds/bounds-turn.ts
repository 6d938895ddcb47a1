import type { EventLine } from '../session-line.ts';
import { type BoundsState, newTurn, type TurnState } from './bounds-state.ts';
import { workedMs } from './measure.ts';

/** A prompt that a person typed: what is counted begins at 0, and what was counted goes into the sums. */
export function beginTurn(state: BoundsState, { at, task, text, bytes = 0 }: EventLine): void {
  const { turn, sums } = state;
  // A turn that was broken off has no end of its own: it lasted until it was last heard of.
  sums.elapsedMs += workedMs(turn, turn.lastAt);
  sums.cycle += turn.cycles;
  sums.tool_calls += turn.calls;
  sums.children_spawned += turn.spawned;
  state.turns += 1;
  state.turn = newTurn(at, task, text);
  state.turn.workingSince = at;
  state.turn.bytes = bytes;
  state.starting.clear();
  if (!state.hasBackground) state.active.clear();
}

/** Keeps the time of work: it goes on with a call or a notice of the host, and stands while a person is asked. */
export function noteTime(turn: TurnState, { at, event, facts }: EventLine): void {
  if (turn.askedPersonAt !== null && event !== 'PermissionRequest') {
    const waited = Math.max(0, at - turn.askedPersonAt - (facts?.durationMs ?? 0));
    if (turn.workingSince !== null) turn.workingSince += waited;
    turn.askedPersonAt = null;
  }
  if (turn.workingSince === null && (event === 'PreToolUse' || event === 'UserPromptSubmit')) turn.workingSince = at;
  turn.lastAt = Math.max(turn.lastAt, at);
}

/** The agent has answered, or was broken off. */
export function endWork(state: BoundsState, { at, event, isTaskEnd }: EventLine): void {
  const { turn } = state;
  turn.workedMs = workedMs(turn, at);
  turn.workingSince = null;
  state.hasBackground = event === 'Stop' && isTaskEnd !== true;
  if (state.hasBackground) return;
  state.active.clear();
  state.starting.clear();
}
