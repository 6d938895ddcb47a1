import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { JournalBatch, RunStore } from '../../run/store.ts';
import { blobText, insertBlobs } from './blobs.ts';
import { type Connection, type Durability, openConnection } from './connection.ts';
import { insertEvents, listEvents } from './events.ts';
import { insertEvidence, listEvidence } from './evidence.ts';
import { appendJournal, listJournal } from './journal.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { insertObservations, listObservations } from './observations.ts';
import { insertSession, listSessions, sessionById, updateSession } from './sessions.ts';

export interface SqliteStoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Default `process-kill`; a run takes `power-cut`, since what it did outlives the machine's memory. */
  readonly durability?: Durability;
  /** Bound in ms of the wait for other processes; default 10,000. */
  readonly waitMs?: number;
}

/**
 * Opens the records of a library, made where they are missing; `:memory:` for one that dies with the connection. Throws
 * STORE_BUSY, STORE_IO, STORE_CORRUPT, and RECORD_TOO_NEW for what a newer Praxis wrote.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<RunStore> {
  const { clock, random, durability = 'process-kill', waitMs = 10_000 } = options;
  const connection = await openConnection(path, { clock, random, durability, waitMs });
  try {
    await migrate(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return runStore(connection);
}

function runStore(connection: Connection): RunStore {
  const write = (body: () => void, durability?: Durability): Promise<void> =>
    connection.write(() => {
      // A newer Praxis may have changed the schema since this process opened it.
      schemaVersion(connection);
      body();
    }, durability);
  return {
    createSession: (session) => write(() => insertSession(connection, session)),
    session: (id) => connection.read(() => sessionById(connection, id)),
    sessions: (filter) => connection.read(() => listSessions(connection, filter)),
    append: (sessionId, expectedSeq, batch) =>
      write(
        () => appendBatch(connection, sessionId, expectedSeq, batch),
        batch.isProvisional === true ? 'process-kill' : undefined,
      ),
    journal: (sessionId) => connection.read(() => listJournal(connection, sessionId)),
    evidence: (sessionId) => connection.read(() => listEvidence(connection, sessionId)),
    blob: (sha256) => connection.read(() => blobText(connection, sha256)),
    observations: (keys, lastSessions) => connection.read(() => listObservations(connection, keys, lastSessions)),
    events: (sessionId) => connection.read(() => listEvents(connection, sessionId)),
    close: async () => connection.close(),
  };
}

function appendBatch(connection: Connection, sessionId: string, expectedSeq: number, batch: JournalBatch): void {
  appendJournal(connection, sessionId, expectedSeq, batch.entries);
  if (batch.evidence !== undefined) insertEvidence(connection, sessionId, batch.evidence);
  if (batch.observations !== undefined) insertObservations(connection, batch.observations);
  if (batch.events !== undefined) insertEvents(connection, batch.events);
  if (batch.blobs !== undefined) insertBlobs(connection, batch.blobs);
  if (batch.session !== undefined) updateSession(connection, sessionId, batch.session);
}
