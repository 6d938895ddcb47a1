import { readSessionTail } from '../../host/hook-session-file.ts';
import type { BoundsContext } from '../bounds/fold-bounds.ts';
import { type EventLine, readSessionLine, type SessionLine } from '../session-line.ts';
import { foldLine } from './fold.ts';
import { EMPTY_SESSION, type FoldedSession } from './folded-session.ts';
import { foldTail, type PlacedSession, placeOfLine } from './place-of-line.ts';

const SNAPSHOT_AFTER = 1000;

/**
 * Reads a session's file back and folds it; leaves a snapshot where many lines lie after the last one. A line that cannot be
 * found, as on a disk that is full, is folded as if it stood alone at the end.
 */
export function readPlaced(
  path: string,
  own: EventLine,
  append: (lines: readonly SessionLine[]) => void,
  context: BoundsContext,
): PlacedSession {
  const tail = readSessionTail(path, false, uptoOf);
  const found = placeOfLine(tail.text, tail.start, own, context);
  if (found !== undefined && found.lines > SNAPSHOT_AFTER) {
    append([{ v: 1, kind: 'snapshot', at: own.at, upto: tail.end, state: found.whole }]);
  }
  if (found !== undefined) return found;
  // Another process has left a snapshot that holds this process's line already.
  const all = readSessionTail(path, true, uptoOf);
  return placeOfLine(all.text, 0, own, context) ?? alone(own, context);
}

/** A session by all lines of its file; undefined where there is none. */
export function readFolded(path: string, context: BoundsContext): FoldedSession | undefined {
  try {
    const tail = readSessionTail(path, false, uptoOf);
    return foldTail(tail.text, tail.start, context);
  } catch {
    return undefined;
  }
}

function alone(own: EventLine, context: BoundsContext): PlacedSession {
  const after = foldLine(EMPTY_SESSION, own, context);
  return { before: EMPTY_SESSION, after, whole: after, lines: 1 };
}

function uptoOf(line: string): number | undefined {
  const read = readSessionLine(line);
  return read?.kind === 'snapshot' ? read.upto : undefined;
}
