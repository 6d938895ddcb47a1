import type { Purged, PurgeRequest } from '../../../telemetry/store.ts';
import type { Connection } from '../connection.ts';
import { purgeRuns } from '../purge-runs.ts';
import { numberOf, textOf } from '../row.ts';
import { dropClusters } from './reopen.ts';

/** Deletes sessions with all that was concluded from them, inside a transaction. */
export function purgeSessions(connection: Connection, { what, runs }: PurgeRequest): Omit<Purged, 'isErased'> {
  const parts = chosen(connection, what, runs);
  const numbers = JSON.stringify(parts.map((part) => part.n));
  const remove = (table: string, column = 'part'): number =>
    Number(
      connection.statement(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`).run(numbers)
        .changes,
    );
  const records = remove('records');
  remove('trajectories');
  remove('learning_jobs');
  remove('session_parts', 'n');
  dropClusters(connection);
  const purged = purgeRuns(connection, runs);
  const sessions = new Set([...parts.map((part) => part.sessionId), ...runs]);
  return { sessions: sessions.size, records: records + purged.records };
}

interface ChosenPart {
  readonly n: number;
  readonly sessionId: string;
}

/** Of runs those that were named, of other sessions those that are meant. */
function chosen(connection: Connection, what: PurgeRequest['what'], runs: readonly string[]): readonly ChosenPart[] {
  const parts = (where: string, ...values: readonly string[]): readonly ChosenPart[] =>
    connection
      .statement(`SELECT n, session_id FROM session_parts WHERE ${where}`)
      .all(...values)
      .map((row) => ({ n: numberOf(row, 'n'), sessionId: textOf(row, 'session_id') }));
  const ofRuns = parts('session_id IN (SELECT value FROM json_each(?))', JSON.stringify(runs));
  const other = 'session_id NOT IN (SELECT id FROM sessions)';
  switch (what.kind) {
    case 'session':
      return [...ofRuns, ...parts(`${other} AND (session_id = ?1 OR id = ?1)`, what.sessionId)];
    case 'before':
      return [...ofRuns, ...parts(`${other} AND ended_at < ?`, what.at)];
    case 'all':
      return [...ofRuns, ...parts(other)];
  }
}
