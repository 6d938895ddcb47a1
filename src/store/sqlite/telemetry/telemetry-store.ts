import type { LearningStore } from '../../../learning/store.ts';
import type { ImportedSession, ImportSink, PutOutcome } from '../../../telemetry/import/importer.ts';
import type { Purged, TelemetryStore } from '../../../telemetry/store.ts';
import type { Connection, Durability } from '../connection.ts';
import { schemaVersion } from '../migrate.ts';
import { numberOf } from '../row.ts';
import { ClusterLeaders } from './cluster-leaders.ts';
import { dropFormer, dropStream, hasRecordsOf } from './import-sink.ts';
import { listParts } from './parts.ts';
import { purgeSessions } from './purge.ts';
import { addRecords, type FillRecord, listInjections, listRecords, recordById, recordPage } from './records.ts';
import { dueParts, sealPart, summaryOf } from './seal.ts';
import { listTrajectories } from './trajectories.ts';

/** The telemetry of a library and what is concluded from it. `fill` is `fillRecord` of the telemetry room. */
export function telemetryStore(connection: Connection, fill: FillRecord): TelemetryStore & LearningStore {
  const write = <T>(body: () => T, durability?: Durability): Promise<T> =>
    connection.write(() => {
      // A newer Praxis may have changed the schema since this process opened it.
      schemaVersion(connection);
      return body();
    }, durability);
  return {
    add: (records, { source, nowMs, isDurable = false }) =>
      write(
        () => {
          if (isDurable) countDrain(connection);
          return addRecords(connection, records, { source, nowMs, fill });
        },
        isDurable ? 'power-cut' : undefined,
      ),
    injections: (sessionId) => connection.read(() => listInjections(connection, sessionId)),
    importSink: (nowMs) => importSink(connection, write, nowMs, fill),
    parts: (filter) => connection.read(() => listParts(connection, filter)),
    records: (partId, filter) => connection.read(() => listRecords(connection, partId, filter?.isLate ?? false)),
    async *pages(partId, filter) {
      for (let from: number | undefined = 0; from !== undefined; ) {
        const start: number = from;
        const page = await connection.read(() => recordPage(connection, partId, filter?.isLate ?? false, start));
        yield page.records;
        from = page.next;
      }
    },
    record: (eventId) => connection.read(() => recordById(connection, eventId)),
    purge: (request) => purge(connection, () => write(() => purgeSessions(connection, request))),
    async sealDue(sealing, sessionId) {
      const due = await connection.read(() => dueParts(connection, sealing, sessionId ?? null));
      const leaders = new ClusterLeaders(connection, sealing.encoderId);
      const sealed: string[] = [];
      for (const batch of due) {
        const done = await write(() => {
          leaders.begin();
          return batch.filter((id) => sealPart(connection, id, sealing, leaders));
        });
        leaders.committed();
        sealed.push(...done);
      }
      return sealed;
    },
    trajectories: ({ partId }) => connection.read(() => listTrajectories(connection, partId)),
    summary: (parts, sealing) =>
      connection.read(() =>
        summaryOf(
          connection,
          parts.map((part) => part.id),
          sealing,
        ),
      ),
  };
}

function importSink(
  connection: Connection,
  write: <T>(body: () => T) => Promise<T>,
  nowMs: () => number,
  fill: FillRecord,
): ImportSink {
  const begun = new Map<string, { readonly session: ImportedSession; readonly isReplaced: boolean }>();
  return {
    async begin(session) {
      const isStream = session.origin === 'stream';
      const other = await connection.read(() =>
        hasRecordsOf(connection, session.sessionId, isStream ? 'transcript' : 'stream'),
      );
      // Most sessions come in one way only, and a transaction for nothing would cost them as much as their records.
      if (other && !isStream) await write(() => dropStream(connection, session));
      const { formerId } = session;
      if (formerId !== undefined && (await connection.read(() => hasRecordsOf(connection, formerId, 'transcript'))))
        await write(() => dropFormer(connection, formerId));
      begun.set(session.sessionId, { session, isReplaced: other && isStream });
    },
    put: (records) =>
      write(() => {
        const outcomes = new Map<number, PutOutcome>();
        for (const origin of ['transcript', 'stream'] as const) {
          const own = records.flatMap((one, index) => {
            const known = begun.get(one.record.sessionId);
            if (known?.isReplaced === true) outcomes.set(index, 'duplicate');
            if (known?.isReplaced === true || (known?.session.origin ?? 'transcript') !== origin) return [];
            return [{ index, record: one.record, rowId: one.rowId, host: known?.session.host ?? null }];
          });
          const stored = addRecords(connection, own, { source: origin, nowMs: nowMs(), fill });
          for (const [place, { index }] of own.entries()) outcomes.set(index, stored[place] ?? 'duplicate');
        }
        return records.map((_, index) => outcomes.get(index) ?? 'duplicate');
      }),
  };
}

/** Only a transaction that writes something waits for the disk, and records that are known already write nothing. */
function countDrain(connection: Connection): void {
  connection
    .statement(
      `INSERT INTO counters (name, value) VALUES ('drains', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1`,
    )
    .run();
}

/** What is deleted is overwritten as well, in the file and in its log. */
async function purge(connection: Connection, remove: () => Promise<Omit<Purged, 'isErased'>>): Promise<Purged> {
  connection.exec('PRAGMA secure_delete=ON');
  const purged = await remove();
  const log = await connection.read(() => connection.statement('PRAGMA wal_checkpoint(TRUNCATE)').get());
  return { ...purged, isErased: numberOf(log ?? {}, 'busy') === 0 };
}
