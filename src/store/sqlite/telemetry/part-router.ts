import { isoTime } from '../../../base/clock.ts';
import type { TelemetryRecord } from '../../../telemetry/event.ts';
import type { RecordSource } from '../../../telemetry/store.ts';
import type { Connection } from '../connection.ts';
import { numberOf, textOf, textOrNullOf, wordOf } from '../row.ts';
import { SOURCES } from './part-row.ts';
import { isReopenable, reopen } from './reopen.ts';

/** A part of a session as a transaction changes it. */
interface OpenPart {
  readonly n: number;
  readonly part: number;
  host: string | null;
  source: RecordSource;
  startedAt: string;
  endedAt: string;
  seenMs: number;
  isEnded: boolean;
  isSealed: boolean;
  calls: number;
  isChanged: boolean;
  readonly isNew: boolean;
}

/** Where a record goes. Late: its part was sealed before it came. */
export interface Place {
  readonly part: number;
  readonly isLate: boolean;
}

export interface Arrival {
  readonly record: TelemetryRecord;
  readonly source: RecordSource;
  readonly host: string | null;
  /** When it was told, in ms; null: when it happened, as far as it says. */
  readonly seenMs: number | null;
}

/** With these a session goes on after it was sealed; anything else belongs to what was. */
const GOES_ON: ReadonlySet<TelemetryRecord['type']> = new Set(['session_start', 'task_start', 'call']);

/** Finds the part of its session for each record of one transaction. `flush` writes what the parts have become. */
export class PartRouter {
  readonly #connection: Connection;
  readonly #nowMs: number;
  readonly #now: string;
  readonly #calls = new Map<string, number>();
  readonly #sessions = new Map<string, OpenPart[]>();

  constructor(connection: Connection, nowMs: number) {
    this.#connection = connection;
    this.#nowMs = nowMs;
    this.#now = isoTime(nowMs);
  }

  /** Where a record goes as long as its part is open; undefined: that is for `placeOf` to say, once it is known to be new. */
  openPlace(arrival: Arrival): Place | undefined {
    const parts = this.#partsOf(arrival.record.sessionId);
    const own = this.#ownPart(parts, arrival.record);
    if (own !== undefined) return own.isSealed ? undefined : { part: own.n, isLate: false };
    return { part: this.#create(arrival, parts).n, isLate: false };
  }

  /** Where a record goes that is known to be new; opens a part where its session goes on. */
  placeOf(arrival: Arrival): Place {
    const { record, source } = arrival;
    const parts = this.#partsOf(record.sessionId);
    const own = this.#ownPart(parts, record);
    if (own === undefined) return { part: this.#create(arrival, parts).n, isLate: false };
    const isNewest = own === parts.at(-1);
    if (!own.isSealed || (isNewest && this.#reopens(own, source))) return { part: own.n, isLate: false };
    if (isNewest && this.#goesOn(own, record)) return { part: this.#create(arrival, parts).n, isLate: false };
    return { part: own.n, isLate: true };
  }

  /** Calls of a session that are stored, the late ones included. */
  callsOf(sessionId: string): number {
    const known = this.#calls.get(sessionId);
    if (known !== undefined) return known;
    const row = this.#connection
      .statement(
        `SELECT count(*) AS calls FROM records JOIN session_parts ON session_parts.n = records.part
         WHERE session_id = ? AND type = 'call'`,
      )
      .get(sessionId);
    const calls = numberOf(row ?? {}, 'calls');
    this.#calls.set(sessionId, calls);
    return calls;
  }

  /** Whether a known record of that part may still change; a sealed import opens again. */
  mayChange(sessionId: string, n: number, source: RecordSource): boolean {
    const part = this.#partsOf(sessionId).find((one) => one.n === n);
    return part !== undefined && (!part.isSealed || this.#reopens(part, source));
  }

  /** A record that was known has gained a time: its part may begin earlier or end later than it seemed. */
  gained(record: TelemetryRecord): void {
    const time = timeOf(record);
    const part = this.#ownPart(this.#partsOf(record.sessionId), record);
    if (time === null || part === undefined || part.isSealed) return;
    this.#stretch(part, time);
    part.isChanged = true;
  }

  /** Counts a record that was stored. */
  stored({ record, source, host, seenMs }: Arrival, place: Place): void {
    const calls = this.#calls.get(record.sessionId);
    if (calls !== undefined && record.type === 'call') this.#calls.set(record.sessionId, calls + 1);
    const part = this.#partsOf(record.sessionId).find((one) => one.n === place.part);
    if (part === undefined || place.isLate) return;
    const time = this.#timeOf(record);
    this.#stretch(part, time);
    part.seenMs = Math.max(part.seenMs, Math.min(this.#nowMs, seenMs ?? msOf(timeOf(record), source, this.#nowMs)));
    if (record.type === 'call') part.calls++;
    if (record.type === 'session_end') part.isEnded = true;
    else if (GOES_ON.has(record.type) && time >= part.endedAt) part.isEnded = false;
    if (SOURCES.indexOf(source) === 0 || part.source === 'stream') part.source = source;
    // A mark may come before the first call, and not know who runs the agent.
    part.host ??= host;
    part.isChanged = true;
  }

  flush(): void {
    const remove = this.#connection.statement('DELETE FROM session_parts WHERE n = ?');
    const update = this.#connection.statement(
      `UPDATE session_parts SET host = ?, source = ?, started_at = ?, ended_at = ?, seen_ms = ?, calls = ?, is_ended = ?
       WHERE n = ?`,
    );
    for (const part of [...this.#sessions.values()].flat()) {
      // Made for a record that turned out to be known under another session.
      if (part.isNew && !part.isChanged) remove.run(part.n);
      if (!part.isChanged) continue;
      const { host, source, startedAt, endedAt, seenMs, calls, isEnded, n } = part;
      update.run(host, source, startedAt, endedAt, seenMs, calls, Number(isEnded), n);
    }
  }

  #partsOf(sessionId: string): OpenPart[] {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const parts = this.#connection
      .statement('SELECT * FROM session_parts WHERE session_id = ? ORDER BY part')
      .all(sessionId)
      .map(
        (row): OpenPart => ({
          n: numberOf(row, 'n'),
          part: numberOf(row, 'part'),
          host: textOrNullOf(row, 'host'),
          source: wordOf(row, 'source', SOURCES),
          startedAt: textOf(row, 'started_at'),
          endedAt: textOf(row, 'ended_at'),
          seenMs: numberOf(row, 'seen_ms'),
          calls: numberOf(row, 'calls'),
          isEnded: numberOf(row, 'is_ended') === 1,
          isSealed: textOrNullOf(row, 'sealed_at') !== null,
          isChanged: false,
          isNew: false,
        }),
      );
    this.#sessions.set(sessionId, parts);
    return parts;
  }

  #reopens(part: OpenPart, source: RecordSource): boolean {
    if (source === 'live' || part.source === 'live' || !isReopenable(this.#connection, part.n)) return false;
    reopen(this.#connection, part.n);
    part.isSealed = false;
    return true;
  }

  /** The newest part that had begun when the record happened, else the first. */
  #ownPart(parts: readonly OpenPart[], record: TelemetryRecord): OpenPart | undefined {
    if (parts.length < 2) return parts[0];
    const time = this.#timeOf(record);
    return parts.findLast((part) => part.startedAt <= time) ?? parts[0];
  }

  #goesOn(sealed: OpenPart, record: TelemetryRecord): boolean {
    const time = this.#timeOf(record);
    // A start in the very millisecond of the end is no part of what ended.
    return GOES_ON.has(record.type) && (time > sealed.endedAt || (record.type !== 'call' && time === sealed.endedAt));
  }

  #stretch(part: OpenPart, time: string): void {
    if (time < part.startedAt) part.startedAt = time;
    if (time > part.endedAt) part.endedAt = time;
  }

  #timeOf(record: TelemetryRecord): string {
    return timeOf(record) ?? this.#now;
  }

  #create({ record, source, host }: Arrival, parts: OpenPart[]): OpenPart {
    const time = this.#timeOf(record);
    const part = (parts.at(-1)?.part ?? 0) + 1;
    const id = part === 1 ? record.sessionId : `${record.sessionId}#${part}`;
    const row = this.#connection
      .statement(
        `INSERT INTO session_parts (id, session_id, part, v, host, source, started_at, ended_at, seen_ms, calls, is_ended)
         VALUES (?, ?, ?, 1, ?, ?, ?, ?, 0, 0, 0) RETURNING n`,
      )
      .get(id, record.sessionId, part, host, source, time, time);
    const created: OpenPart = {
      n: numberOf(row ?? {}, 'n'),
      part,
      host,
      source,
      startedAt: time,
      endedAt: time,
      seenMs: 0,
      calls: 0,
      isEnded: false,
      isSealed: false,
      isChanged: false,
      isNew: true,
    };
    parts.push(created);
    return created;
  }
}

function timeOf(record: TelemetryRecord): string | null {
  return record.type === 'call' ? record.startedAt : record.at;
}

/** An import that tells no times is over; what is told live without a time happens now. */
function msOf(time: string | null, source: RecordSource, nowMs: number): number {
  if (time === null) return source === 'live' ? nowMs : 0;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? nowMs : ms;
}
