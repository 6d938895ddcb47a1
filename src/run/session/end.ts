import { isoTime } from '../../base/clock.ts';
import { uuidV7 } from '../../base/uuid.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { redactText } from '../../telemetry/redact.ts';
import { type CheckpointFace, RUNNING } from '../checkpoint-view.ts';
import { projectEnd } from '../coordination/write.ts';
import { type Ending, endingOf, INTERRUPTED } from '../ending.ts';
import type { EndedEvent } from '../journal.ts';
import { intentId } from '../plan.ts';
import { resultOf } from '../result-of.ts';
import type { CurrentAct } from '../state.ts';
import { askPolicy, recordEvaluation } from './evaluate.ts';
import { note } from './inspect.ts';
import { reportPath } from './projection-paths.ts';
import { publication, publishOver } from './publish.ts';
import { type Session, stateOf } from './session.ts';

/** Ends the run as its state says, with a last evaluation on PASS so that the report holds one. */
export async function endNow(session: Session): Promise<void> {
  const cause = stateOf(session).end;
  if (cause === null) return interruptNow(session);
  const before = stateOf(session).ended;
  // A resume that the policy refuses leaves the checkpoint with the status it had.
  const ending = before === null ? endingOf(cause) : { ...endingOf(cause), checkpointStatus: before.checkpointStatus };
  if (cause.kind === 'pass') {
    const completed: CheckpointFace = { ...RUNNING, status: 'completed' };
    recordEvaluation(session, 'final', askPolicy(session, stateOf(session), completed));
  }
  await finish(session, ending);
}

export async function interruptNow(session: Session): Promise<void> {
  await finish(session, INTERRUPTED);
}

async function finish(session: Session, ending: Ending): Promise<void> {
  const { recorder, deps, task } = session;
  const face: CheckpointFace = {
    status: ending.checkpointStatus,
    stopReason: ending.status === 'pass' ? null : ending.reason,
    pendingActionHash: ending.question?.actionHash ?? null,
  };
  const closing = close(session, ending);
  const event: EndedEvent = {
    kind: 'ended',
    ...ending,
    ...closing,
    checkpointSha256: stateOf(session).published[0] ?? '',
  };
  // A checkpoint that cannot be trusted or judged is left as it is, for a person to look at.
  const made = ending.status === 'error' ? null : publication(session, event, face);
  recorder.add(made?.entry ?? recorder.stamp(event));
  const ended = stateOf(session).ended ?? event;
  await recorder.commit({
    session: {
      status: ending.status,
      exit: ending.exit,
      endedAt: isoTime(deps.clock.nowMs()),
      cycles: stateOf(session).counters.cycle,
    },
    events: deps.isCaptureOn ? marks(session, ending) : [],
  });
  if (made !== null) {
    await publishOver(session, session.base, made.document);
    session.published = made.document;
  }
  await projectEnd({ task, refs: session.refs, files: deps.files }, stateOf(session), ended);
  if (!isUndoNeeded(stateOf(session).current)) await deps.tree.forget();
  session.result = resultOf(task, stateOf(session), ended, reportPath(task));
  deps.onProgress({ kind: 'ended', result: session.result });
}

/** An act that was not inspected yet, since the checkpoint was disowned in its middle, is still to be judged by a resume. */
function isUndoNeeded(current: CurrentAct | null): boolean {
  return current !== null && current.stage !== 'planned' && current.stage !== 'inspected';
}

/** The controller's last intent, where it is still active. */
function close(session: Session, ending: Ending): Pick<EndedEvent, 'intents' | 'controller'> {
  const { controller, sessionId, counters, resumes } = stateOf(session);
  const intent = { action: 'finish', result: ending.status } as const;
  const id = intentId(sessionId, counters.cycle, 'finish', resumes === 0 ? undefined : resumes);
  const step = session.deps.controller.step(controller, intent, id);
  if (step.kind === 'completed') return { intents: [intent], controller: step.state };
  if (!GATES.has(step.code)) note(session, `the controller refused finish: ${step.code}, ${step.message}`);
  return { intents: [], controller };
}

/** Answers of an action that is not open: a controller that ended by itself has nothing to finish. */
const GATES: ReadonlySet<string> = new Set(['ACTION_UNAVAILABLE', 'INTENT_NOT_DISPATCHABLE']);

/** A run that may go on unasked has no outcome yet. */
function marks(session: Session, ending: Ending): readonly MarkRecord[] {
  if (ending.status === 'checkpoint' || ending.reason === 'interrupted') return [];
  const { deps, task } = session;
  const sessionId = stateOf(session).sessionId;
  const base = () => ({
    v: 1 as const,
    eventId: uuidV7(deps.clock, deps.random),
    sessionId,
    taskId: task.id,
    at: isoTime(deps.clock.nowMs()),
  });
  return [
    { ...base(), type: 'outcome', value: ending.status === 'pass' ? 1 : 0, source: 'acceptance' },
    { ...base(), type: 'task_end', finalOutput: redactText(ending.reason), status: ending.status },
    { ...base(), type: 'session_end' },
  ];
}
