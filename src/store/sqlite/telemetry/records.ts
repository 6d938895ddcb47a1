import type { TelemetryRecord } from '../../../telemetry/event.ts';
import type { PutOutcome } from '../../../telemetry/import/importer.ts';
import type { IncomingRecord, InjectionMark, RecordSource } from '../../../telemetry/store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { jsonOf, numberOf, numberOrNullOf, textOf, versionOf, wordOf } from '../row.ts';
import { type Arrival, PartRouter, type Place } from './part-router.ts';
import { SOURCES } from './part-row.ts';

/** What a record that is known gains from another telling of it; undefined: nothing. `isReread`: both are of transcripts. */
export type FillRecord = (
  known: TelemetryRecord,
  told: TelemetryRecord,
  isReread: boolean,
) => TelemetryRecord | undefined;

export interface Adding {
  readonly source: RecordSource;
  readonly nowMs: number;
  readonly fill: FillRecord;
}

/** Adds records inside a transaction, one outcome for each. */
export function addRecords(
  connection: Connection,
  incoming: readonly IncomingRecord[],
  adding: Adding,
): readonly PutOutcome[] {
  const router = new PartRouter(connection, adding.nowMs);
  const outcomes = incoming.map((one) => addRecord(connection, router, one, adding));
  router.flush();
  return outcomes;
}

function addRecord(connection: Connection, router: PartRouter, one: IncomingRecord, adding: Adding): PutOutcome {
  const record = named(router, one);
  const text = one.text ?? JSON.stringify(record);
  const rowId = one.rowId ?? null;
  const arrival = { record, source: adding.source, host: one.host ?? null, seenMs: one.seenMs ?? null };
  // The usual record is new and its part open: it costs one statement.
  const open = router.openPlace(arrival);
  if (open !== undefined && insertRecord(connection, router, arrival, open, rowId, text)) return 'new';
  const known = knownRecord(connection, record.eventId);
  if (known !== undefined) return fillKnown(connection, router, known, record, adding);
  if (open === undefined && insertRecord(connection, router, arrival, router.placeOf(arrival), rowId, text))
    return 'new';
  // Another session holds a copy of the row.
  return 'duplicate';
}

/** Gives a call without an id of its own the id of its place in the session. */
function named(router: PartRouter, { record, nameCall }: IncomingRecord): TelemetryRecord {
  if (nameCall === undefined) return record;
  return { ...record, eventId: nameCall(router.callsOf(record.sessionId)) };
}

function insertRecord(
  connection: Connection,
  router: PartRouter,
  arrival: Arrival,
  place: Place,
  rowId: string | null,
  text: string,
): boolean {
  const { record, source } = arrival;
  const { changes } = connection
    .statement(
      `INSERT INTO records (event_id, part, v, type, source, seq, signature, row_id, is_late, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .run(
      record.eventId,
      place.part,
      record.v,
      record.type,
      source,
      record.type === 'call' ? record.seq : null,
      signatureOf(record),
      rowId,
      Number(place.isLate),
      text,
    );
  if (Number(changes) === 0) return false;
  router.stored(arrival, place);
  return true;
}

interface KnownRecord {
  readonly n: number;
  readonly part: number;
  readonly source: RecordSource;
  readonly record: TelemetryRecord;
}

function knownRecord(connection: Connection, eventId: string): KnownRecord | undefined {
  const row = connection
    .statement('SELECT n, part, source, event_id, v, seq, body FROM records WHERE event_id = ?')
    .get(eventId);
  if (row === undefined) return undefined;
  const source = wordOf(row, 'source', SOURCES);
  return { n: numberOf(row, 'n'), part: numberOf(row, 'part'), source, record: toRecord(row) };
}

function fillKnown(
  connection: Connection,
  router: PartRouter,
  known: KnownRecord,
  told: TelemetryRecord,
  { fill, source }: Adding,
): PutOutcome {
  const isReread = known.source === 'transcript' && source === 'transcript';
  const filled = fill(known.record, told, isReread);
  if (filled === undefined || !router.mayChange(known.record.sessionId, known.part, source)) return 'duplicate';
  connection
    .statement('UPDATE records SET signature = ?, body = ? WHERE n = ?')
    .run(signatureOf(filled), JSON.stringify(filled), known.n);
  router.gained(filled);
  return 'filled';
}

export function recordById(connection: Connection, eventId: string): TelemetryRecord | undefined {
  return knownRecord(connection, eventId)?.record;
}

/** By which a failure is counted; null for what is none. */
function signatureOf(record: TelemetryRecord): string | null {
  if (record.type !== 'call' || record.error === null || record.error.class === 'cancelled') return null;
  return record.error.signature;
}

/** The records of a part in order of recording. */
export function listRecords(connection: Connection, partId: string, isLate: boolean): readonly TelemetryRecord[] {
  return connection
    .statement(
      `SELECT event_id, v, seq, body FROM records
       WHERE part = (SELECT n FROM session_parts WHERE id = ?) AND is_late = ? ORDER BY n`,
    )
    .all(partId, Number(isLate))
    .map(toRecord);
}

const PAGE = 200;

/** Some records of a part in order of recording, and where those after them begin. */
export interface RecordPage {
  readonly records: readonly TelemetryRecord[];
  /** Undefined: these are the last. */
  readonly next: number | undefined;
}

/** The records of a part from a place on, 0 at first: few enough for any memory. */
export function recordPage(connection: Connection, partId: string, isLate: boolean, from: number): RecordPage {
  const rows = connection
    .statement(
      `SELECT n, event_id, v, seq, body FROM records
       WHERE part = (SELECT n FROM session_parts WHERE id = ?) AND is_late = ? AND n >= ? ORDER BY n LIMIT ${PAGE}`,
    )
    .all(partId, Number(isLate), from);
  const last = rows.at(-1);
  const next = last === undefined || rows.length < PAGE ? undefined : numberOf(last, 'n') + 1;
  return { records: rows.map(toRecord), next };
}

export function listInjections(connection: Connection, sessionId: string): readonly InjectionMark[] {
  return connection
    .statement(
      `SELECT event_id, v, seq, body FROM records
       WHERE part IN (SELECT n FROM session_parts WHERE session_id = ?) AND type = 'injection' ORDER BY n`,
    )
    .all(sessionId)
    .map(toRecord)
    .filter((record) => record.type === 'injection');
}

/** All records of a host's session, late ones included, in order of recording. */
export function listSessionRecords(connection: Connection, sessionId: string): readonly TelemetryRecord[] {
  return connection
    .statement(
      `SELECT event_id, v, seq, body FROM records
       WHERE part IN (SELECT n FROM session_parts WHERE session_id = ?) ORDER BY n`,
    )
    .all(sessionId)
    .map(toRecord);
}

/** Sealing may have given a call another place than it was told with. */
function toRecord(row: SqlRow): TelemetryRecord {
  versionOf(row, `event ${textOf(row, 'event_id')}`, 1);
  const record: TelemetryRecord = jsonOf(row, 'body');
  const seq = numberOrNullOf(row, 'seq');
  return record.type === 'call' && seq !== null && record.seq !== seq ? { ...record, seq } : record;
}
