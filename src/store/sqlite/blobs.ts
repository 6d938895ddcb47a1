import type { JournalBatch } from '../../run/store.ts';
import type { Connection } from './connection.ts';
import { textOf } from './row.ts';

/** Adds texts that are not there yet, under the hash that names them. */
export function insertBlobs(connection: Connection, blobs: NonNullable<JournalBatch['blobs']>): void {
  const insert = connection.statement('INSERT INTO blobs (sha256, text) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING');
  for (const blob of blobs) insert.run(blob.sha256, blob.text);
}

export function blobText(connection: Connection, sha256: string): string | undefined {
  const row = connection.statement('SELECT text FROM blobs WHERE sha256 = ?').get(sha256);
  return row === undefined ? undefined : textOf(row, 'text');
}
