import { startWarnings } from '../start-warnings.ts';
import { note } from './inspect.ts';
import type { Session } from './session.ts';

/** Tells what is worth a look as a run begins or goes on; it is in the journal too. */
export function warnAtStart(session: Session): void {
  const { actor, reviewer } = session.task;
  const run = { nowMs: session.deps.clock.nowMs(), actor, reviewer };
  for (const warning of startWarnings(session.policy, session.published, run)) note(session, warning);
}
