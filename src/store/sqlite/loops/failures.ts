import type { HistoryBound, RecordedFailure } from '../../../loops/store.ts';
import type { CallRecord } from '../../../telemetry/event.ts';
import type { Connection } from '../connection.ts';
import { jsonOf, numberOf, numberOrNullOf, textOf, versionOf } from '../row.ts';
import { inBound } from './history-bound.ts';

const MAX_FAILURES = 500;
const MAX_SAMPLES = 5;

/** See `LoopStore.failures`. */
export function listFailures(
  connection: Connection,
  bound: HistoryBound,
  signatures: readonly string[] | undefined,
): readonly RecordedFailure[] {
  const { sql, values } = inBound(bound);
  const some = signatures === undefined ? '' : 'AND records.signature IN (SELECT value FROM json_each(?))';
  const named = signatures === undefined ? [] : [JSON.stringify(signatures)];
  const rows = connection
    .statement(
      `SELECT records.signature, count(*) AS count FROM records JOIN session_parts ON session_parts.n = records.part
       WHERE records.signature IS NOT NULL AND records.is_late = 0 AND ${sql} ${some}
       GROUP BY records.signature
       ORDER BY count(DISTINCT session_parts.session_id) DESC, max(records.n) DESC LIMIT ${MAX_FAILURES}`,
    )
    .all(...values, ...named);
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
      `SELECT v, body FROM records WHERE n IN (
         SELECT records.n FROM records JOIN session_parts ON session_parts.n = records.part
         WHERE records.signature = ? AND records.is_late = 0 AND ${sql} ORDER BY records.n DESC LIMIT ${MAX_SAMPLES})
       ORDER BY n DESC`,
    )
    .all(signature, ...values)
    .map((row) => {
      versionOf(row, 'event', 1);
      return jsonOf<CallRecord>(row, 'body');
    });
}

/** See `LoopStore.signaturesOf`. */
export function signaturesOf(connection: Connection, partId: string): readonly string[] {
  return connection
    .statement(
      `SELECT DISTINCT signature FROM records WHERE part = (SELECT n FROM session_parts WHERE id = ?)
       AND signature IS NOT NULL AND is_late = 0 ORDER BY signature`,
    )
    .all(partId)
    .map((row) => textOf(row, 'signature'));
}

/** See `LoopStore.failureHeads`. Steps from one signature to the next in their index, however often each was recorded. */
export function failureHeads(connection: Connection): ReadonlyMap<string, CallRecord> {
  const signatures = connection
    .statement(
      `WITH RECURSIVE known (signature) AS (
         SELECT min(signature) FROM records WHERE signature > ''
         UNION ALL SELECT (SELECT min(signature) FROM records WHERE signature > known.signature)
         FROM known WHERE known.signature IS NOT NULL)
       SELECT signature FROM known WHERE signature IS NOT NULL`,
    )
    .all()
    .map((row) => textOf(row, 'signature'));
  const head = connection.statement('SELECT v, body FROM records WHERE signature = ? LIMIT 1');
  return new Map(
    signatures.flatMap((signature): [string, CallRecord][] => {
      const row = head.get(signature);
      if (row === undefined) return [];
      versionOf(row, 'event', 1);
      return [[signature, jsonOf<CallRecord>(row, 'body')]];
    }),
  );
}
