import { assemble } from './assemble.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import type { OpenRequest } from './open-request.ts';
import { documentOf } from './published-document.ts';
import { Recorder } from './recorder.ts';
import type { Session } from './session.ts';
import type { Journalled } from './take-up.ts';

/** The session of a run that another process began, as its journal left it. */
export async function reopen(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  back: Journalled,
): Promise<Session> {
  const { state } = back;
  const sha256 = state.published[0] ?? '';
  const published = documentOf(await deps.store.blob(sha256), sha256);
  return assemble(request, deps, checkpoint, {
    recorder: new Recorder({
      store: deps.store,
      clock: deps.clock,
      state,
      nextSeq: back.nextSeq,
      earlierMs: back.aliveMs,
      waiting: [],
    }),
    base: published,
    published,
    inDoubtMs: back.inDoubtMs,
    agentConfigId: state.started.agentConfigId,
  });
}
