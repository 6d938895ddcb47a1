import { type BoundsContext, UNBOUNDED } from '../bounds/fold-bounds.ts';
import { type EventLine, readSessionLine, type SessionLine } from '../session-line.ts';
import { foldLine, foldSession } from './fold.ts';
import { EMPTY_SESSION, type FoldedSession } from './folded-session.ts';

/** A session as it stands at one line of its file. */
export interface PlacedSession {
  /** Without the line, and with it. What stands after it does not count: of two at a limit, the first is within. */
  readonly before: FoldedSession;
  readonly after: FoldedSession;
  /** With all lines of the file. */
  readonly whole: FoldedSession;
  /** How many lines lie after the last snapshot. */
  readonly lines: number;
}

/**
 * Folds a part of a session's file that begins where its last snapshot holds; undefined where the line is not in it. The
 * snapshot stands behind the lines that it does not hold.
 */
export function placeOfLine(
  text: string,
  start: number,
  own: EventLine,
  context: BoundsContext = UNBOUNDED,
): PlacedSession | undefined {
  const lines = sessionLines(text);
  let whole = start === 0 ? EMPTY_SESSION : stateOf(lines, start);
  let placed: { before: FoldedSession; after: FoldedSession } | undefined;
  for (const line of lines) {
    const before = whole;
    whole = foldLine(whole, line, context);
    if (line.kind === 'event' && line.id === own.id) placed ??= { before, after: whole };
  }
  return placed === undefined ? undefined : { ...placed, whole, lines: lines.length };
}

/** Folds a part of a session's file that begins where its last snapshot holds. */
export function foldTail(text: string, start: number, context: BoundsContext = UNBOUNDED): FoldedSession {
  const lines = sessionLines(text);
  return foldSession(lines, start === 0 ? EMPTY_SESSION : stateOf(lines, start), context);
}

/** The lines of a session's file that can be read. */
function sessionLines(text: string): readonly SessionLine[] {
  return text.split('\n').flatMap((line) => readSessionLine(line) ?? []);
}

function stateOf(lines: readonly SessionLine[], start: number): FoldedSession {
  for (const line of lines) {
    if (line.kind === 'snapshot' && line.upto === start) return { ...EMPTY_SESSION, ...(line.state as object) };
  }
  return EMPTY_SESSION;
}
