import { isoTime } from '../../base/clock.ts';
import { uuidV7 } from '../../base/uuid.ts';
import { injectionMarks } from '../../experience/injection-marks.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import type { FailureAtHand, Found } from '../guidance.ts';
import { type Session, stateOf } from './session.ts';

/**
 * Looks for lessons once for the task and once for each failure that is new. What was found is journalled with its texts,
 * so that a resumed run goes on with the same.
 */
export async function guideNow(session: Session): Promise<void> {
  const { guided, critique, lastSignature } = stateOf(session);
  if (!guided.some((one) => one.fingerprint === null)) await look(session, null, null);
  const fingerprint = critique?.fingerprint ?? null;
  if (critique === null || fingerprint === null || guided.some((one) => one.fingerprint === fingerprint)) return;
  await look(session, fingerprint, { message: critique.line, signature: lastSignature });
}

async function look(session: Session, fingerprint: string | null, failure: FailureAtHand | null): Promise<void> {
  const { deps, task, recorder } = session;
  const { sessionId, counters, guided } = stateOf(session);
  const tools = [...new Set(deps.actor.candidates().map((candidate) => candidate.tool))];
  const found = await deps.guidance.find({ sessionId, taskId: task.id, taskText: task.goal, failure, tools });
  const cycle = counters.cycle + 1;
  const known = new Set(guided.flatMap((one) => one.lessons.map(({ id }) => id)));
  recorder.record({ kind: 'guided', cycle, fingerprint, ...found });
  if (found.encoderId === null) return;
  const query = failure === null ? task.goal : `${task.goal}\n${failure.message}`;
  await recorder.commit({ events: deps.isCaptureOn ? marksOf(session, found, query) : [], isProvisional: true });
  deps.onProgress({
    kind: 'guided',
    cycle,
    isAtFailure: failure !== null,
    lessons: found.lessons.filter(({ id }) => !known.has(id)).map(({ id, text, c }) => ({ id, text, c })),
    withheld: found.withheld,
  });
}

function marksOf({ deps, task, recorder }: Session, found: Found, query: string): readonly MarkRecord[] {
  const { lessons, withheld, candidates, encoderId } = found;
  return injectionMarks(
    { given: lessons, withheld, candidates, encoderId: encoderId ?? '', query },
    {
      nextId: () => uuidV7(deps.clock, deps.random),
      sessionId: recorder.state.sessionId,
      taskId: task.id,
      at: isoTime(deps.clock.nowMs()),
    },
  );
}
