import { PraxisError } from '../../../base/errors.ts';
import type { LibraryEncoder, NewVectors, StoredVectors } from '../../../experience/store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { bytesOf, numberOf, textOf, versionOf, wordOf } from '../row.ts';
import { bytesFrom, floatsOf } from '../vector-bytes.ts';

const ROLES = ['model', 'floor'] as const;

export function listEncoders(connection: Connection): readonly LibraryEncoder[] {
  return connection
    .statement('SELECT v, role, encoder_id, dims FROM experience_encoders ORDER BY role')
    .all()
    .map((row) => {
      versionOf(row, 'an encoder of the library', 1);
      return { role: wordOf(row, 'role', ROLES), encoderId: textOf(row, 'encoder_id'), dims: numberOf(row, 'dims') };
    });
}

/** The vectors of all entries in one space, of those that a batch after `since` changed, or of some. */
export function listVectors(
  connection: Connection,
  encoderId: string,
  { since = 0, ids = null }: { readonly since?: number; readonly ids?: readonly number[] | null },
): readonly StoredVectors[] {
  return connection
    .statement(
      `SELECT experience_vectors.id, text, situation FROM experience_vectors
       JOIN experience_entries ON experience_entries.id = experience_vectors.id
       WHERE role = (SELECT role FROM experience_encoders WHERE encoder_id = ?) AND version > ? AND body IS NOT NULL
       AND (? IS NULL OR experience_vectors.id IN (SELECT value FROM json_each(?)))
       ORDER BY experience_vectors.id`,
    )
    .all(encoderId, since, ids === null ? null : 1, ids === null ? null : JSON.stringify(ids))
    .map((row) => ({
      id: numberOf(row, 'id'),
      text: vectorOf(row, 'text'),
      situation: vectorOf(row, 'situation'),
    }));
}

/** Gives up the vectors of a role. */
export function dropVectors(connection: Connection, role: LibraryEncoder['role']): void {
  connection.statement('DELETE FROM experience_vectors WHERE role = ?').run(role);
  connection.statement('DELETE FROM experience_encoders WHERE role = ?').run(role);
}

/** Adds the vectors of a batch. INTERNAL where they are not of a space that the library has. */
export function writeVectors(connection: Connection, vectors: readonly NewVectors[]): void {
  const encoders = new Map(listEncoders(connection).map((encoder) => [encoder.encoderId, encoder]));
  const all = connection.statement(
    `INSERT INTO experience_vectors (role, id, text, situation) VALUES (?, ?, ?, ?)
     ON CONFLICT (role, id) DO UPDATE SET text = excluded.text, situation = excluded.situation`,
  );
  const textAlone = connection.statement(
    `INSERT INTO experience_vectors (role, id, text, situation) VALUES (?, ?, ?, NULL)
     ON CONFLICT (role, id) DO UPDATE SET text = excluded.text`,
  );
  for (const { id, encoderId, text, situation } of vectors) {
    const encoder = encoders.get(encoderId);
    if (encoder === undefined) throw mismatch(`the library has no vectors of ${encoderId}`);
    if (situation === undefined) textAlone.run(encoder.role, id, bytesOrNull(text, encoder));
    else all.run(encoder.role, id, bytesOrNull(text, encoder), bytesOrNull(situation, encoder));
  }
}

/** Replaces the vectors of a role by those of another encoder; every entry must have its own. */
export function replaceVectors(
  connection: Connection,
  encoder: LibraryEncoder,
  vectors: readonly StoredVectors[],
): void {
  connection.statement('DELETE FROM experience_vectors WHERE role = ?').run(encoder.role);
  connection
    .statement(
      `INSERT INTO experience_encoders (role, v, encoder_id, dims) VALUES (?, 1, ?, ?)
       ON CONFLICT (role) DO UPDATE SET encoder_id = excluded.encoder_id, dims = excluded.dims`,
    )
    .run(encoder.role, encoder.encoderId, encoder.dims);
  const insert = connection.statement('INSERT INTO experience_vectors (role, id, text, situation) VALUES (?, ?, ?, ?)');
  for (const { id, text, situation } of vectors) {
    insert.run(encoder.role, id, bytesOrNull(text, encoder), bytesOrNull(situation, encoder));
  }
  const missing = connection
    .statement(
      `SELECT id FROM experience_entries WHERE body IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM experience_vectors WHERE role = ? AND experience_vectors.id = experience_entries.id)`,
    )
    .get(encoder.role);
  if (missing !== undefined) throw mismatch(`entry ${numberOf(missing, 'id')} has no vector of ${encoder.encoderId}`);
}

function bytesOrNull(vector: Float32Array | null, { encoderId, dims }: LibraryEncoder): Uint8Array | null {
  if (vector === null) return null;
  if (vector.length !== dims) throw mismatch(`a vector of ${encoderId} has ${vector.length} places, not ${dims}`);
  return bytesFrom(vector);
}

function vectorOf(row: SqlRow, column: string): Float32Array | null {
  return row[column] === null ? null : floatsOf(bytesOf(row, column));
}

function mismatch(what: string): PraxisError {
  return new PraxisError('INTERNAL', what, { hint: 'Nothing was changed. Please report this.' });
}
