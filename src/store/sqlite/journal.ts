import { PraxisError } from '../../base/errors.ts';
import type { JournalBatch, JournalEntry } from '../../run/store.ts';
import type { Connection } from './connection.ts';
import type { SqlRow } from './driver.ts';
import { jsonOf, numberOf, textOf, versionOf } from './row.ts';

/** Appends rows from `expectedSeq` on, which must be the next of the session: another value means a second writer. */
export function appendJournal(
  connection: Connection,
  sessionId: string,
  expectedSeq: number,
  entries: JournalBatch['entries'],
): void {
  const next = nextSeq(connection, sessionId);
  if (next !== expectedSeq) throw secondWriter(sessionId, expectedSeq, next);
  const insert = connection.statement(
    'INSERT INTO journal (session_id, seq, v, at, elapsed_ms, kind, body) VALUES (?, ?, 1, ?, ?, ?, ?)',
  );
  for (const [index, entry] of entries.entries()) {
    insert.run(sessionId, expectedSeq + index, entry.at, entry.elapsedMs, entry.kind, JSON.stringify(entry.body));
  }
}

/** In the order they were appended. */
export function listJournal(connection: Connection, sessionId: string): readonly JournalEntry[] {
  return connection
    .statement('SELECT * FROM journal WHERE session_id = ? ORDER BY seq')
    .all(sessionId)
    .map((row) => toEntry(sessionId, row));
}

function nextSeq(connection: Connection, sessionId: string): number {
  const row = connection
    .statement(
      `SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ?1) AS is_known,
       1 + coalesce((SELECT max(seq) FROM journal WHERE session_id = ?1), -1) AS next`,
    )
    .get(sessionId);
  if (row !== undefined && numberOf(row, 'is_known') === 1) return numberOf(row, 'next');
  throw new PraxisError('SESSION_NOT_FOUND', `the library holds no session ${sessionId}`, {
    hint: '`praxis sessions` lists those it holds.',
  });
}

function secondWriter(sessionId: string, expectedSeq: number, next: number): PraxisError {
  return new PraxisError(
    'STORE_CORRUPT',
    `the journal of session ${sessionId} goes on at row ${next}, not at row ${expectedSeq}: another process writes it too`,
    { hint: 'Nothing was written. End the other process, then resume the run.' },
  );
}

function toEntry(sessionId: string, row: SqlRow): JournalEntry {
  const seq = numberOf(row, 'seq');
  return {
    v: versionOf(row, `journal row ${seq} of session ${sessionId}`, 1),
    seq,
    at: textOf(row, 'at'),
    elapsedMs: numberOf(row, 'elapsed_ms'),
    kind: textOf(row, 'kind'),
    body: jsonOf(row, 'body'),
  };
}
