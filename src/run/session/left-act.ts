import { fold } from '../fold/fold.ts';
import { fromRow } from '../journal.ts';
import type { RunState } from '../state.ts';
import type { RunDeps } from './deps.ts';

/** The state of a run as its journal tells it; undefined where it has none. */
export async function stateOfRun(deps: RunDeps, sessionId: string): Promise<RunState | undefined> {
  return fold(sessionId, (await deps.store.journal(sessionId)).map(fromRow));
}

/** A child of a killed run may write as long as it lives: it is ended before anything else is done or said. */
export async function endLeftAct(deps: RunDeps, state: RunState | undefined): Promise<void> {
  const review = state?.review.running?.group ?? null;
  if (review !== null) await deps.processes.endGroup(review.group, review.startTime);
  const act = state?.current;
  if (act?.stage === 'acting' && act.group !== null)
    await deps.processes.endGroup(act.group.group, act.group.startTime);
}
