import { printedText } from '../../base/canonical-json.ts';
import { PraxisError } from '../../base/errors.ts';
import type { Controller } from '../controller.ts';
import { loadController } from '../load-controller.ts';
import type { SessionRecord } from '../store.ts';
import type { HeldCheckpoint, RunDeps } from './deps.ts';
import { restore } from './inspect.ts';
import { endLeftAct } from './left-act.ts';
import type { OpenRequest } from './open-request.ts';
import { reopen } from './reopen.ts';
import type { Session } from './session.ts';
import { statePaths } from './state-paths.ts';
import { readBack, takeUp } from './take-up.ts';

/** Takes a run up again where its journal ends. */
export async function resume(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  record: SessionRecord,
): Promise<Session> {
  const back = readBack(record.id, await deps.store.journal(record.id), deps.lives);
  await endLeftAct(deps, back.state);
  await deps.files.sweep(
    statePaths(request.task),
    back.state.review.running?.outputName ?? back.state.current?.intended?.outputName ?? null,
  );
  const controller = await controllerOfRun(deps, request, record, back.state.started.controllerSha256);
  const session = await reopen(request, { ...deps, controller }, checkpoint, back);
  session.recorder.keep(request.policy.hash, printedText(request.policy.document));
  if (back.state.pendingDrift.length > 0) await restore(session, back.state.pendingDrift);
  await takeUp(session, request.answer);
  return session;
}

/** A run keeps the controller it began with, whatever is embedded now; another one that was asked for is refused. */
async function controllerOfRun(
  deps: RunDeps,
  request: OpenRequest,
  record: SessionRecord,
  sha256: string,
): Promise<Controller> {
  if (deps.controller.sha256 === sha256) return deps.controller;
  if (request.isControllerGiven) {
    throw new PraxisError(
      'RUN_NOT_RESUMABLE',
      `session ${record.id} is steered by controller ${sha256}, not by ${deps.controller.sha256}`,
      { hint: 'Resume it without --controller, or with the one it began with.' },
    );
  }
  const loaded = await loadController((await deps.store.blob(sha256)) ?? '', `controller ${sha256}`);
  if (loaded.kind === 'controller') return loaded.controller;
  throw new PraxisError('STORE_CORRUPT', loaded.problems[0] ?? 'the controller of the run cannot be read', {
    hint: 'The library was damaged; begin anew with `--new`.',
  });
}
