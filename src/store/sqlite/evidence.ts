import type { EvidenceKind, EvidenceRecord } from '../../run/store.ts';
import type { Connection } from './connection.ts';
import type { SqlRow } from './driver.ts';
import { jsonOf, numberOf, textOf, versionOf, wordOf } from './row.ts';

const KINDS: readonly EvidenceKind[] = ['artifact', 'test', 'source', 'decision', 'blocker'];

/** Adds records; one that the session holds for that cycle already is left as it is. */
export function insertEvidence(connection: Connection, sessionId: string, records: readonly EvidenceRecord[]): void {
  const insert = connection.statement(
    `INSERT INTO evidence (session_id, cycle, ref, v, kind, body) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (session_id, cycle, ref) DO NOTHING`,
  );
  for (const record of records) {
    insert.run(sessionId, record.cycle, record.ref, record.v, record.kind, JSON.stringify(record.body));
  }
}

/** In the order they were added. */
export function listEvidence(connection: Connection, sessionId: string): readonly EvidenceRecord[] {
  return connection.statement('SELECT * FROM evidence WHERE session_id = ? ORDER BY n').all(sessionId).map(toEvidence);
}

function toEvidence(row: SqlRow): EvidenceRecord {
  const ref = textOf(row, 'ref');
  return {
    v: versionOf(row, `evidence ${ref}`, 1),
    ref,
    kind: wordOf(row, 'kind', KINDS),
    cycle: numberOf(row, 'cycle'),
    body: jsonOf(row, 'body'),
  };
}
