import type { PurgeRequest } from '../../../telemetry/store.ts';
import type { Connection } from '../connection.ts';
import { numberOf } from '../row.ts';
import { dropClusters } from './reopen.ts';

/** Deletes sessions with all that was concluded from them, inside a transaction. */
export function purgeParts(
  connection: Connection,
  { what }: PurgeRequest,
): { readonly sessions: number; readonly records: number } {
  const numbers = chosen(connection, what);
  const parts = JSON.stringify(numbers);
  const records = connection
    .statement('DELETE FROM records WHERE part IN (SELECT value FROM json_each(?))')
    .run(parts).changes;
  connection.statement('DELETE FROM trajectories WHERE part IN (SELECT value FROM json_each(?))').run(parts);
  connection.statement('DELETE FROM learning_jobs WHERE part IN (SELECT value FROM json_each(?))').run(parts);
  connection.statement('DELETE FROM session_parts WHERE n IN (SELECT value FROM json_each(?))').run(parts);
  dropClusters(connection);
  return { sessions: numbers.length, records: Number(records) };
}

function chosen(connection: Connection, what: PurgeRequest['what']): readonly number[] {
  const numbers = (where: string, ...values: readonly string[]): readonly number[] =>
    connection
      .statement(`SELECT n FROM session_parts ${where}`)
      .all(...values)
      .map((row) => numberOf(row, 'n'));
  switch (what.kind) {
    case 'session':
      return numbers('WHERE session_id = ?1 OR id = ?1', what.sessionId);
    case 'before':
      return numbers('WHERE ended_at < ?', what.at);
    case 'all':
      return numbers('');
  }
}
