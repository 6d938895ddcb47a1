import type { FoldedSession } from '../session/folded-session.ts';
import type { SessionLine } from '../session-line.ts';

/** What the bounds of a session need beyond what every session is folded to; called after the line was folded. Pure. */
export function foldBounds(state: FoldedSession, _line: SessionLine): unknown {
  return state.bounds;
}
