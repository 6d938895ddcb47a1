import type { HistoryBound, RecordedFailure } from '../../../loops/store.ts';
import type { CallRecord } from '../../../telemetry/event.ts';
import type { Connection } from '../connection.ts';
import { jsonOf, numberOf, numberOrNullOf, textOf, versionOf } from '../row.ts';
import { inBound } from './history-bound.ts';

const MAX_FAILURES = 500;
const MAX_SAMPLES = 5;

/** See `LoopStore.failures`. */
export function listFailures(connection: Connection, bound: HistoryBound): readonly RecordedFailure[] {
  const { sql, values } = inBound(bound);
  const rows = connection
    .statement(
      `SELECT records.signature, count(*) AS count FROM records JOIN session_parts ON session_parts.n = records.part
       WHERE records.signature IS NOT NULL AND records.is_late = 0 AND ${sql}
       GROUP BY records.signature
       ORDER BY count(DISTINCT session_parts.session_id) DESC, max(records.n) DESC LIMIT ${MAX_FAILURES}`,
    )
    .all(...values);
  return rows
    .map((row) => ({ signature: textOf(row, 'signature'), count: numberOf(row, 'count') }))
    .sort((a, b) => (a.signature < b.signature ? -1 : 1))
    .map((one) => ({
      ...one,
      sessions: failedSessions(connection, one.signature, bound),
      samples: samplesOf(connection, one.signature, bound),
    }));
}

function failedSessions(connection: Connection, signature: string, bound: HistoryBound): RecordedFailure['sessions'] {
  const { sql, values } = inBound(bound);
  return connection
    .statement(
      `SELECT session_parts.session_id, session_parts.epoch, min(records.n) FROM records
       JOIN session_parts ON session_parts.n = records.part
       WHERE records.signature = ? AND records.is_late = 0 AND ${sql}
       GROUP BY session_parts.n ORDER BY min(records.n)`,
    )
    .all(signature, ...values)
    .map((row) => ({ sessionId: textOf(row, 'session_id'), epoch: numberOrNullOf(row, 'epoch') }));
}

function samplesOf(connection: Connection, signature: string, bound: HistoryBound): readonly CallRecord[] {
  const { sql, values } = inBound(bound);
  return connection
    .statement(
      `SELECT records.v, records.body FROM records JOIN session_parts ON session_parts.n = records.part
       WHERE records.signature = ? AND records.is_late = 0 AND ${sql} ORDER BY records.n DESC LIMIT ${MAX_SAMPLES}`,
    )
    .all(signature, ...values)
    .map((row) => {
      versionOf(row, 'event', 1);
      return jsonOf<CallRecord>(row, 'body');
    });
}
