import type { Connection } from './connection.ts';
import { numberOf, textOf } from './row.ts';

const PAGE = 500;

/** Deletes runs with their journals, evidence and observations, inside a transaction; how many of each kind of record went. */
export function purgeRuns(
  connection: Connection,
  ids: readonly string[],
): { readonly runs: number; readonly records: number } {
  if (ids.length === 0) return { runs: 0, records: 0 };
  const chosen = JSON.stringify(ids);
  const hashes = hashesIn(connection, 'session_id IN (SELECT value FROM json_each(?))', chosen);
  const remove = (table: string, column = 'session_id'): number =>
    Number(
      connection.statement(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`).run(chosen)
        .changes,
    );
  const records = remove('journal') + remove('evidence') + remove('observations');
  connection
    .statement(
      `DELETE FROM ledger_charges WHERE reservation IN
       (SELECT id FROM ledger_reservations WHERE run IN (SELECT value FROM json_each(?)))`,
    )
    .run(chosen);
  remove('ledger_reservations', 'run');
  remove('ledger_funds', 'run');
  const runs = remove('sessions', 'id');
  removeBlobs(connection, hashes);
  return { runs, records };
}

/** Policies, controllers and checkpoints are stored once by their hash, for all runs whose journals name it. */
function removeBlobs(connection: Connection, hashes: ReadonlySet<string>): void {
  const used = hashesIn(connection, 'true');
  const remove = connection.statement('DELETE FROM blobs WHERE sha256 = ?');
  for (const hash of hashes) if (!used.has(hash)) remove.run(hash);
}

/** All that may be the name of a blob in rows of journals. */
function hashesIn(connection: Connection, where: string, ...values: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const next = connection.statement(
    `SELECT rowid AS n, body FROM journal WHERE rowid > ? AND ${where} ORDER BY rowid LIMIT ${PAGE}`,
  );
  for (let after = 0; ; ) {
    const rows = next.all(after, ...values);
    for (const row of rows) for (const [hash] of textOf(row, 'body').matchAll(/\b[0-9a-f]{64}\b/g)) found.add(hash);
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = numberOf(last, 'n');
  }
}
