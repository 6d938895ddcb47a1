import type { HeldCheckpoint, RunDeps } from './deps.ts';
import type { OpenRequest } from './open-request.ts';
import type { Session } from './session.ts';

/** A session with its own parts and everything else as a process finds it when it begins. */
export function assemble(
  request: OpenRequest,
  deps: RunDeps,
  checkpoint: HeldCheckpoint,
  own: Pick<Session, 'recorder' | 'base' | 'published' | 'inDoubtMs' | 'agentConfigId'>,
): Session {
  return {
    task: request.task,
    policy: request.policy,
    deps,
    refs: request.refs,
    checkpoint,
    critiqueText: '',
    treeAfterAct: null,
    treeBeforeAct: null,
    plan: '',
    prompt: '',
    packet: null,
    observations: null,
    heldObservations: [],
    isLockPassed: false,
    result: null,
    ...own,
  };
}
