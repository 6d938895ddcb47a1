import { compareCodePoints } from '../base/code-point-order.ts';
import type { CallRecord, MarkRecord, TelemetryRecord } from './event.ts';

/** What the order of a session is made of. */
export type TimedRecord = Pick<CallRecord, 'type' | 'eventId' | 'startedAt'> | MarkRecord;

/** When a record says it happened: ISO 8601 UTC; null where nobody knows. */
function timeOf(record: TimedRecord): string | null {
  return record.type === 'call' ? record.startedAt : record.at;
}

/** Of what happened in one millisecond the cause stands before the effect. */
const RANK: Readonly<Record<TelemetryRecord['type'], number>> = {
  session_start: 0,
  task_start: 1,
  retrieval: 2,
  injection: 2,
  call: 3,
  outcome: 4,
  feedback: 4,
  task_end: 5,
  session_end: 6,
};

/**
 * The records of a session in order of time, equal ones by event id. What has no time stays behind what was recorded
 * before it, and where there is such a record equal times keep the order of recording.
 */
export function inOrderOfTime<Timed extends TimedRecord>(recorded: readonly Timed[]): readonly Timed[] {
  let last = '';
  const placed = recorded.map((record, index) => {
    last = timeOf(record) ?? last;
    return { record, index, time: last };
  });
  const isTimed = recorded.every((record) => timeOf(record) !== null);
  return placed
    .sort((a, b) => {
      if (a.time !== b.time) return a.time < b.time ? -1 : 1;
      if (!isTimed) return a.index - b.index;
      const rank = RANK[a.record.type] - RANK[b.record.type];
      return rank !== 0 ? rank : compareCodePoints(a.record.eventId, b.record.eventId);
    })
    .map((one) => one.record);
}
