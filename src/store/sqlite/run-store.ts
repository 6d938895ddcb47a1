import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { ExperienceStore } from '../../experience/store.ts';
import type { ModelCallStore } from '../../learning/extract/model/model-calls.ts';
import type { LearningStore } from '../../learning/store.ts';
import type { JobStore } from '../../loops/job-store.ts';
import type { LoopStore } from '../../loops/store.ts';
import type { LedgerStore } from '../../run/ledger/ledger.ts';
import type { JournalBatch, RunStore } from '../../run/store.ts';
import type { TelemetryStore } from '../../telemetry/store.ts';
import { blobText, insertBlobs } from './blobs.ts';
import { type Connection, type Durability, openConnection } from './connection.ts';
import { insertEvidence, listEvidence } from './evidence.ts';
import { experienceStore } from './experience/experience-store.ts';
import { appendJournal, listJournal } from './journal.ts';
import { jobStore } from './learning/jobs.ts';
import { modelCallStore } from './learning/model-calls.ts';
import { ledgerStore } from './ledger/ledger.ts';
import { loopStore } from './loops/loop-store.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { insertObservations, listObservations } from './observations.ts';
import { insertSession, listSessions, sessionById, updateSession } from './sessions.ts';
import { addRecords, type FillRecord, listSessionRecords } from './telemetry/records.ts';
import { telemetryStore } from './telemetry/telemetry-store.ts';

export interface SqliteStoreOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Default `process-kill`; a run takes `power-cut`, since what it did outlives the machine's memory. */
  readonly durability?: Durability;
  /** Bound in ms of the wait for other processes; default 10,000. */
  readonly waitMs?: number;
}

/** All that a library holds. */
export type SqliteLibrary = RunStore &
  TelemetryStore &
  LearningStore &
  JobStore & {
    readonly experience: ExperienceStore;
    readonly loops: LoopStore;
    readonly modelCalls: ModelCallStore;
    readonly ledger: LedgerStore;
  };

/**
 * Opens a library, made where it is missing; `:memory:` for one that dies with the connection. Throws STORE_BUSY,
 * STORE_IO, STORE_CORRUPT, and RECORD_TOO_NEW for what a newer Praxis wrote. `fill` is `fillRecord` of the telemetry room.
 */
export async function openSqliteLibrary(
  path: string,
  options: SqliteStoreOptions & { readonly fill: FillRecord },
): Promise<SqliteLibrary> {
  const { clock, random, fill, durability = 'process-kill', waitMs = 10_000 } = options;
  const connection = await openConnection(path, { clock, random, durability, waitMs });
  try {
    await migrate(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    ...runStore(connection, clock),
    ...telemetryStore(connection, fill),
    ...jobStore(connection, (body) => connection.write(body)),
    modelCalls: modelCallStore(connection),
    ledger: ledgerStore(connection),
    experience: experienceStore(connection),
    loops: loopStore(connection),
  };
}

/** As `openSqliteLibrary`, for the records of runs alone. */
export async function openSqliteStore(path: string, options: SqliteStoreOptions): Promise<RunStore> {
  return openSqliteLibrary(path, { ...options, fill: () => undefined });
}

function runStore(connection: Connection, clock: Clock): RunStore {
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
        () => appendBatch(connection, sessionId, expectedSeq, batch, clock.nowMs()),
        batch.isProvisional === true ? 'process-kill' : undefined,
      ),
    journal: (sessionId) => connection.read(() => listJournal(connection, sessionId)),
    evidence: (sessionId) => connection.read(() => listEvidence(connection, sessionId)),
    blob: (sha256) => connection.read(() => blobText(connection, sha256)),
    observations: (keys, lastSessions) => connection.read(() => listObservations(connection, keys, lastSessions)),
    events: (sessionId) => connection.read(() => listSessionRecords(connection, sessionId)),
    close: async () => connection.close(),
  };
}

function appendBatch(
  connection: Connection,
  sessionId: string,
  expectedSeq: number,
  batch: JournalBatch,
  nowMs: number,
): void {
  appendJournal(connection, sessionId, expectedSeq, batch.entries);
  if (batch.evidence !== undefined) insertEvidence(connection, sessionId, batch.evidence);
  if (batch.observations !== undefined) insertObservations(connection, batch.observations);
  if (batch.events !== undefined) {
    const events = batch.events.map((record) => ({ record, host: 'praxis' }));
    addRecords(connection, events, { source: 'live', nowMs, fill: () => undefined });
  }
  if (batch.blobs !== undefined) insertBlobs(connection, batch.blobs);
  if (batch.session !== undefined) updateSession(connection, sessionId, batch.session);
}
