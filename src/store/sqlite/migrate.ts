import { PraxisError } from '../../base/errors.ts';
import type { Connection } from './connection.ts';
import { runRecords } from './migrations/0001-run-records.ts';
import { telemetry } from './migrations/0002-telemetry.ts';
import { signatureParts } from './migrations/0003-signature-parts.ts';
import { experience } from './migrations/0004-experience.ts';
import { proposals } from './migrations/0005-proposals.ts';
import { learningQueue } from './migrations/0006-learning-queue.ts';
import { learningCounts } from './migrations/0007-learning-counts.ts';
import { modelCalls } from './migrations/0008-model-calls.ts';
import { signatureLateness } from './migrations/0009-signature-lateness.ts';
import { ledger } from './migrations/0010-ledger.ts';
import { ledgerUsage } from './migrations/0011-ledger-usage.ts';
import type { Migration } from './migrations/migration.ts';
import { numberOf } from './row.ts';

const MIGRATIONS: readonly Migration[] = [
  runRecords,
  telemetry,
  signatureParts,
  experience,
  proposals,
  learningQueue,
  learningCounts,
  modelCalls,
  signatureLateness,
  ledger,
  ledgerUsage,
];

/** The version of the schema that this program writes. */
const SCHEMA_VERSION = MIGRATIONS.length;

/** Brings a database to the present schema; any number of processes may do so at once. RECORD_TOO_NEW for a newer one. */
export async function migrate(connection: Connection): Promise<void> {
  if ((await connection.read(() => schemaVersion(connection))) === SCHEMA_VERSION) return;
  await connection.write(() => {
    // Read again under the lock: another process may have done it meanwhile.
    const version = schemaVersion(connection);
    for (const migration of MIGRATIONS.slice(version)) connection.exec(migration.sql);
    if (version < SCHEMA_VERSION) connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
}

/** The version of the schema of a database, 0 for a new one; RECORD_TOO_NEW for one that this program does not know. */
export function schemaVersion(connection: Connection): number {
  const row = connection.statement('PRAGMA user_version').get() ?? {};
  const version = numberOf(row, 'user_version');
  if (version <= SCHEMA_VERSION) return version;
  throw new PraxisError(
    'RECORD_TOO_NEW',
    `the library ${connection.path} has schema version ${version}; this Praxis knows ${SCHEMA_VERSION}`,
    { hint: 'A newer Praxis wrote it: update this one, or use another library (`--library NAME`).' },
  );
}
