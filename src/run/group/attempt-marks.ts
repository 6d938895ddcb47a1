import { isoTime } from '../../base/clock.ts';
import { uuidV7 } from '../../base/uuid.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { AttemptedEvent } from '../journal.ts';
import { type Session, stateOf } from '../session/session.ts';

/** The task under which the calls of an attempt are recorded: a trajectory of its own. */
export function attemptTaskId(session: Session, cycle: number, attempt: number): string {
  return `${session.task.id}/${cycle}.${attempt}`;
}

/** An attempt as one trajectory of its group: what it was asked, and what came of it. */
export function attemptMarks(session: Session, event: AttemptedEvent, startedAtMs: number): readonly MarkRecord[] {
  const { deps, task } = session;
  if (!deps.isCaptureOn) return [];
  const { sessionId } = stateOf(session);
  const base = (atMs: number) => ({
    v: 1 as const,
    eventId: uuidV7(deps.clock, deps.random),
    sessionId,
    taskId: attemptTaskId(session, event.cycle, event.attempt),
    at: isoTime(atMs),
  });
  const endedAtMs = deps.clock.nowMs();
  return [
    {
      ...base(startedAtMs),
      type: 'task_start',
      taskText: redactText(task.goal),
      groupKey: `${sessionId}:${event.cycle}`,
      agentConfigId: session.agentConfigId,
    },
    { ...base(endedAtMs), type: 'outcome', value: event.outcome, source: 'acceptance' },
    { ...base(endedAtMs), type: 'task_end', finalOutput: event.output.slice(-2000), status: event.cause },
  ];
}
