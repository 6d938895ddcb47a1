import type { BatchRequest } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import { jsonOf, textOf, versionOf } from '../row.ts';

export function park(connection: Connection, request: BatchRequest): void {
  connection
    .statement('INSERT INTO experience_parked (id, v, body) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING')
    .run(request.id, request.v, JSON.stringify(request));
}

export function listParked(connection: Connection): readonly BatchRequest[] {
  return connection
    .statement('SELECT id, v, body FROM experience_parked ORDER BY n')
    .all()
    .map((row) => {
      versionOf(row, `the waiting batch ${textOf(row, 'id')}`, 1);
      return jsonOf<BatchRequest>(row, 'body');
    });
}

export function unpark(connection: Connection, id: string): void {
  connection.statement('DELETE FROM experience_parked WHERE id = ?').run(id);
}
