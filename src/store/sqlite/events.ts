import type { TelemetryRecord } from '../../telemetry/event.ts';
import type { Connection } from './connection.ts';
import type { SqlRow } from './driver.ts';
import { jsonOf, textOf, versionOf } from './row.ts';

/** Adds events; one whose id is known already is left as it is. */
export function insertEvents(connection: Connection, events: readonly TelemetryRecord[]): void {
  const insert = connection.statement(
    `INSERT INTO events (event_id, session_id, task_id, v, type, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (event_id) DO NOTHING`,
  );
  for (const event of events) {
    const at = event.type === 'call' ? event.startedAt : event.at;
    insert.run(event.eventId, event.sessionId, event.taskId, event.v, event.type, at, JSON.stringify(event));
  }
}

/** In the order they were added. */
export function listEvents(connection: Connection, sessionId: string): readonly TelemetryRecord[] {
  return connection
    .statement('SELECT event_id, v, body FROM events WHERE session_id = ? ORDER BY n')
    .all(sessionId)
    .map(toEvent);
}

function toEvent(row: SqlRow): TelemetryRecord {
  versionOf(row, `event ${textOf(row, 'event_id')}`, 1);
  return jsonOf(row, 'body');
}
