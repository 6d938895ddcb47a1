import type { AppliedBatch, Batch, BatchHeader } from '../../../experience/batch.ts';
import type { ExperienceStore } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { jsonOf, numberOf, textOf, textOrNullOf, versionOf, wordOf } from '../row.ts';

const KINDS = [
  'add',
  'edit',
  'retire',
  'restore',
  'pin',
  'confirm',
  'review',
  'correct',
  'learn',
  'import',
  'maintain',
  'undo',
  'purge',
] as const satisfies readonly Batch['kind'][];

export function isKnownBatch(connection: Connection, id: string): boolean {
  return connection.statement('SELECT 1 FROM experience_batches WHERE id = ?').get(id) !== undefined;
}

export function insertBatch(connection: Connection, batch: Batch, version: number): void {
  const { v, id, kind, at, epoch, undoes, sessionId, ...body } = batch;
  connection
    .statement(
      `INSERT INTO experience_batches (version, v, id, kind, at, epoch, undoes, session_id, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(version, v, id, kind, at, epoch, undoes, sessionId, JSON.stringify(body));
}

export function listHeaders(connection: Connection): readonly BatchHeader[] {
  return connection
    .statement('SELECT version, v, id, kind, at, epoch, undoes, session_id FROM experience_batches ORDER BY version')
    .all()
    .map(toHeader);
}

type Filter = Parameters<ExperienceStore['batches']>[0];

export function listBatches(connection: Connection, { after = 0, sessionId, ids }: Filter): readonly AppliedBatch[] {
  return connection
    .statement(
      `SELECT * FROM experience_batches WHERE version > ? AND (? IS NULL OR session_id = ?)
       AND (? IS NULL OR id IN (SELECT value FROM json_each(?))) ORDER BY version`,
    )
    .all(
      after,
      sessionId ?? null,
      sessionId ?? null,
      ids === undefined ? null : 1,
      ids === undefined ? null : JSON.stringify(ids),
    )
    .map((row) => ({
      ...toHeader(row),
      v: 1,
      ...jsonOf<Pick<Batch, 'operations' | 'outcomes' | 'changes'>>(row, 'body'),
    }));
}

function toHeader(row: SqlRow): BatchHeader {
  const id = textOf(row, 'id');
  versionOf(row, `batch ${id}`, 1);
  return {
    version: numberOf(row, 'version'),
    id,
    kind: wordOf(row, 'kind', KINDS),
    at: textOf(row, 'at'),
    epoch: numberOf(row, 'epoch'),
    undoes: textOrNullOf(row, 'undoes'),
    sessionId: textOrNullOf(row, 'session_id'),
  };
}
