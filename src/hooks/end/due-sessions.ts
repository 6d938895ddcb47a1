import { isHostAlive, openSessionNames, openSessionText, sessionFileState } from '../../host/open-sessions.ts';
import { type DueReason, dueReason } from './due.ts';
import { foldOpenSession, type OpenSession } from './open-session.ts';

/** A session that is over and that nobody has finished. */
export interface DueSession {
  /** Of its files. */
  readonly name: string;
  readonly open: OpenSession;
  readonly reason: DueReason;
}

/** The hosted sessions of this machine that are to be finished, in order of their last event, without those of some names. */
export function dueSessions(home: string, nowMs: number, without: Iterable<string> = []): readonly DueSession[] {
  const left = new Set(without);
  const due = openSessionNames(home).flatMap((name) => {
    const open = left.has(name) ? undefined : foldOpenSession(name, openSessionText(home, name));
    if (open === undefined) return [];
    const { lastSeenMs } = sessionFileState(home, name);
    const reason = dueReason(open, { nowMs, lastSeenMs, isHostAlive: isHostAlive(open) });
    return reason === undefined ? [] : [{ name, open, reason, lastSeenMs }];
  });
  return due.sort((a, b) => a.lastSeenMs - b.lastSeenMs);
}
