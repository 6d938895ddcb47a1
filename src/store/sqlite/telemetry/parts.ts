import type { PartFilter, SessionPart } from '../../../telemetry/store.ts';
import type { Connection } from '../connection.ts';
import { toPart } from './part-row.ts';

/** Newest first. */
export function listParts(connection: Connection, filter: PartFilter): readonly SessionPart[] {
  const limit = filter.limit ?? -1;
  const order = 'ORDER BY started_at DESC, n DESC LIMIT ?';
  const rows =
    filter.sessionId === undefined
      ? connection.statement(`SELECT * FROM session_parts ${order}`).all(limit)
      : connection
          .statement(`SELECT * FROM session_parts WHERE session_id = ?1 OR id = ?1 ${order.replace('?', '?2')}`)
          .all(filter.sessionId, limit);
  return rows.map(toPart);
}
