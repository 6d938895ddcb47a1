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
  'compress',
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
    .statement(
      `SELECT version, v, id, kind, at, epoch, undoes, session_id, json_array_length(body, '$.changes') AS changed
       FROM experience_batches ORDER BY version`,
    )
    .all()
    .map((row) => ({ ...toHeader(row), changed: numberOf(row, 'changed') }));
}

type Filter = Parameters<ExperienceStore['batches']>[0];

export function listBatches(
  connection: Connection,
  { after, sessionId, ids, epochsAndUndos }: Filter,
): readonly AppliedBatch[] {
  const [condition, value] =
    ids !== undefined
      ? ['id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)]
      : sessionId !== undefined
        ? ['session_id = ?', sessionId]
        : epochsAndUndos !== undefined
          ? [`(epoch IN (SELECT value FROM json_each(?)) OR kind = 'undo')`, JSON.stringify(epochsAndUndos)]
          : ['version > ?', after ?? 0];
  return connection
    .statement(`SELECT * FROM experience_batches WHERE ${condition} ORDER BY version`)
    .all(value)
    .map((row) => ({ ...toHeader(row), v: 1, ...jsonOf<BatchContent>(row, 'body') }));
}

type BatchContent = Pick<Batch, 'operations' | 'outcomes' | 'changes'>;

/** Takes what a purge took out of the batches before it: none of them can be undone any more. */
export function forgetPurged(connection: Connection, purge: Batch, version: number): void {
  const gone = new Set(purge.changes.filter((change) => change.after === null).map((change) => change.id));
  const rewrite = connection.statement('UPDATE experience_batches SET body = ? WHERE version = ?');
  for (const batch of listBatches(connection, { after: 0 })) {
    if (batch.version >= version || !batch.changes.some((change) => gone.has(change.id))) continue;
    const changes = batch.changes.map((change) =>
      gone.has(change.id) ? { id: change.id, before: null, after: null } : change,
    );
    const outcomes = batch.outcomes.map((outcome) =>
      outcome.id !== null && gone.has(outcome.id) ? { ...outcome, reason: 'purged' } : outcome,
    );
    rewrite.run(JSON.stringify({ operations: [], outcomes, changes } satisfies BatchContent), batch.version);
  }
  const forget = connection.statement('DELETE FROM experience_vectors WHERE id = ?');
  for (const id of gone) forget.run(id);
}

function toHeader(row: SqlRow): Omit<BatchHeader, 'changed'> {
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
