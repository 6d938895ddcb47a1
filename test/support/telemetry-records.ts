import type { CallRecord, MarkRecord, TelemetryRecord } from '../../src/telemetry/event.ts';

type Given<Record> = Partial<Record>;

/** Time of a second of one hour, ISO 8601. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
}

/** The same in ms since 1970. */
export function atMs(seconds: number): number {
  return Date.parse(at(seconds));
}

/** A call that succeeded. */
export function callOf(eventId: string, given: Given<CallRecord> = {}): CallRecord {
  return {
    v: 1,
    type: 'call',
    eventId,
    sessionId: 's1',
    taskId: 't1',
    libraryId: 'lib',
    seq: 0,
    tool: 'Read',
    params: { path: 'a.txt' },
    output: 'text of a',
    ok: true,
    error: null,
    startedAt: at(1),
    durationMs: 5,
    context: { taskText: 'mend it', turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'agent' },
    injected: [],
    ...given,
  };
}

/** A call that failed. */
export function failedCall(eventId: string, given: Given<CallRecord> = {}): CallRecord {
  const error = { class: 'not_found', message: 'Error: not found', signature: '0123456789abcdef' };
  return callOf(eventId, { ok: false, error, ...given });
}

/** A mark of session `s1` and task `t1`. */
export function markOf<Type extends MarkRecord['type']>(
  type: Type,
  eventId: string,
  given: Omit<Extract<TelemetryRecord, { type: Type }>, 'v' | 'type' | 'eventId' | 'sessionId' | 'taskId' | 'at'> &
    Partial<Pick<MarkRecord, 'sessionId' | 'taskId' | 'at'>>,
): TelemetryRecord {
  return { v: 1, type, eventId, sessionId: 's1', taskId: 't1', at: at(0), ...given } as TelemetryRecord;
}
