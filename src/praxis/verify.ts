import { canonicalHash } from '../base/canonical-json.ts';
import { PraxisError } from '../base/errors.ts';
import { exactFromPlain, type PlainJson } from '../base/exact-json.ts';
import { fold } from '../run/fold/fold.ts';
import { fromRow } from '../run/journal.ts';
import { loadController } from '../run/load-controller.ts';
import { replayController } from '../run/replay-controller.ts';
import type { RunStore } from '../run/store.ts';

/** Whether a journal, told again to the controller it was written with, gives the state that it ended in. */
export interface Verification {
  readonly session: string;
  /** SHA-256 of the controller's source. */
  readonly controller: string;
  readonly intents: number;
  /** SHA-256 of the canonical form of the controller's state, as journalled and as replayed. */
  readonly journalled: string;
  readonly replayed: string;
  readonly isEqual: boolean;
}

/** Replays the intents of a session. Reads; runs nothing. */
export async function verifySession(store: RunStore, sessionId: string): Promise<Verification> {
  const state = fold(sessionId, (await store.journal(sessionId)).map(fromRow));
  if (state === undefined) {
    throw new PraxisError('STORE_CORRUPT', `the journal of session ${sessionId} does not begin with a start`, {
      hint: 'The run was cut off before it began.',
    });
  }
  const controller = state.started.controllerSha256;
  const loaded = await loadController((await store.blob(controller)) ?? '', `controller ${controller}`);
  if (loaded.kind === 'refused') {
    throw new PraxisError('STORE_CORRUPT', loaded.problems[0] ?? 'the controller of the run cannot be read', {
      hint: 'The library does not hold the domain that steered this run.',
    });
  }
  const journalled = hashOf(state.controller);
  const replayed = hashOf(replayController(loaded.controller, state.intents));
  return {
    session: sessionId,
    controller,
    intents: state.intents.length,
    journalled,
    replayed,
    isEqual: journalled === replayed,
  };
}

function hashOf(state: object): string {
  return canonicalHash(exactFromPlain({ ...state } as { readonly [name: string]: PlainJson }));
}
