import { uuidV7 } from '../../base/uuid.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import { redactText } from '../../telemetry/redact.ts';
import type { Session } from './session.ts';

/** That a run begins, or goes on after an end, with its one task. */
export function startMarks(session: Session, at: string): readonly MarkRecord[] {
  const { deps, task, recorder } = session;
  if (!deps.isCaptureOn) return [];
  const base = () => ({
    v: 1 as const,
    eventId: uuidV7(deps.clock, deps.random),
    sessionId: recorder.state.sessionId,
    taskId: task.id,
    at,
  });
  return [
    { ...base(), type: 'session_start', interactive: false },
    { ...base(), type: 'task_start', taskText: redactText(task.goal), agentConfigId: session.agentConfigId },
  ];
}
