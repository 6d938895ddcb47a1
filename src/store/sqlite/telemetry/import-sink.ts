import type { ImportedSession } from '../../../telemetry/import/importer.ts';
import type { RecordSource } from '../../../telemetry/store.ts';
import type { Connection } from '../connection.ts';
import { numberOf, textOf, textOrNullOf } from '../row.ts';
import { isReopenable, reopen } from './reopen.ts';

/** Takes out what a stream has brought of a session whose transcript is there now, unless something was learnt from it. */
export function dropStream(connection: Connection, { sessionId }: ImportedSession): void {
  dropRecords(connection, sessionId, 'stream');
}

/** Takes out what an import has stored of a session under the id it had before, unless something was learnt from it. */
export function dropFormer(connection: Connection, formerId: string): void {
  dropRecords(connection, formerId, 'transcript');
}

function dropRecords(connection: Connection, sessionId: string, source: RecordSource): void {
  const parts = connection
    .statement(
      `SELECT n, source, sealed_at FROM session_parts
       WHERE session_id = ? AND EXISTS (SELECT 1 FROM records WHERE part = session_parts.n AND source = ?)`,
    )
    .all(sessionId, source);
  for (const row of parts) {
    const part = numberOf(row, 'n');
    if (textOrNullOf(row, 'sealed_at') !== null) {
      if (textOf(row, 'source') === 'live' || !isReopenable(connection, part)) continue;
      reopen(connection, part);
    }
    connection.statement('DELETE FROM records WHERE part = ? AND source = ?').run(part, source);
    connection
      .statement(
        `UPDATE session_parts SET calls = (SELECT count(*) FROM records WHERE part = ?1 AND type = 'call' AND is_late = 0)
         WHERE n = ?1`,
      )
      .run(part);
    connection
      .statement('DELETE FROM session_parts WHERE n = ?1 AND NOT EXISTS (SELECT 1 FROM records WHERE part = ?1)')
      .run(part);
  }
}

/** Whether records of a session are stored that came that way. */
export function hasRecordsOf(connection: Connection, sessionId: string, source: RecordSource): boolean {
  const row = connection
    .statement(
      `SELECT 1 FROM records WHERE source = ? AND part IN (SELECT n FROM session_parts WHERE session_id = ?) LIMIT 1`,
    )
    .get(source, sessionId);
  return row !== undefined;
}
