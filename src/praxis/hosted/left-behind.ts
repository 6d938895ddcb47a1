import { dueSessions } from '../../hooks/end/due-sessions.ts';
import { namedSession } from '../../hooks/end/open-session.ts';
import { systemClock } from '../../host/clock.ts';
import { openSessionNames, sessionFileState } from '../../host/open-sessions.ts';
import { rememberWorker, startWorker } from '../../host/session-worker.ts';

/** The hosts' ids of the sessions that nobody has finished yet. */
export function hostedSessions(home: string): ReadonlySet<string> {
  return new Set(openSessionNames(home).flatMap((name) => namedSession(name)?.session ?? []));
}

/** Starts the worker where a hosted session is over and waits for it. */
export function finishLeftBehind(home: string): void {
  const due = dueSessions(home, systemClock.nowMs());
  // The worker itself looks into libraries when it learns from what it has finished.
  if (due.every(({ name, open }) => open.doneBytes === sessionFileState(home, name).bytes)) return;
  rememberWorker(home);
  startWorker(home);
}
