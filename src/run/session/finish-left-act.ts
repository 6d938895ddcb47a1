import { PraxisError } from '../../base/errors.ts';
import { nextCommand } from '../next.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { inspectNow, restore, revertNow } from './inspect.ts';
import { endLeftAct, stateOfRun } from './left-act.ts';
import type { OpenRequest } from './open-request.ts';
import { reopen } from './reopen.ts';
import { settleReview } from './review.ts';
import { type Session, stateOf } from './session.ts';
import { settleNow } from './settle.ts';
import { readBack } from './take-up.ts';

/**
 * Brings an act that a crash cut off to the point where the tree holds nothing that it was not allowed to do: a run that
 * begins anew would else take its forbidden edits for the project as it was.
 */
export async function finishLeftAct(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  sessionId: string,
): Promise<void> {
  const state = await stateOfRun(deps, sessionId);
  if (state === undefined) return;
  await endLeftAct(deps, state);
  const isLeftOpen = ['acting', 'acted', 'reverting', 'reviewing'].includes(state.phase);
  if (!isLeftOpen && state.pendingDrift.length === 0) return;
  const back = readBack(sessionId, await deps.store.journal(sessionId), deps.lives);
  const session = await reopenIfWhole(request, deps, checkpoint, back);
  if (session === undefined) return;
  if (state.pendingDrift.length > 0) await restore(session, state.pendingDrift);
  while (await step(session));
}

/** A run whose last checkpoint the library has lost can be given up all the same. */
async function reopenIfWhole(...args: Parameters<typeof reopen>): Promise<Session | undefined> {
  try {
    return await reopen(...args);
  } catch (error) {
    if (error instanceof PraxisError && error.code === 'STORE_CORRUPT') return undefined;
    throw error;
  }
}

async function step(session: Session): Promise<boolean> {
  switch (nextCommand(stateOf(session), false).kind) {
    case 'settle':
      await settleNow(session);
      return true;
    case 'settle-review':
      await settleReview(session);
      return true;
    case 'inspect':
      await inspectNow(session);
      return true;
    case 'revert':
      await revertNow(session);
      return true;
    default:
      return false;
  }
}
