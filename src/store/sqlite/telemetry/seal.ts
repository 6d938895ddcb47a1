import { isoTime } from '../../../base/clock.ts';
import { sha256Hex } from '../../../base/sha256.ts';
import type { SealedSession } from '../../../learning/sealed-session.ts';
import type { SessionSummary } from '../../../learning/session-summary.ts';
import type { Sealing, SessionReading } from '../../../learning/store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { numberOf, textOf, textOrNullOf } from '../row.ts';
import type { ClusterLeaders } from './cluster-leaders.ts';
import { recordPage } from './records.ts';
import { insertTrajectories } from './trajectories.ts';

/** So many calls are sealed in one transaction, or one part that has more: others wait no longer than for that. */
const MOST_CALLS = 500;
/** What a part costs beside its calls. */
const PART_COST = 20;

/** Ids of the parts whose time has come (their host said so, or nothing came for long), by the transaction. */
export function dueParts(
  connection: Connection,
  { nowMs, idleMs, without }: Sealing,
  sessionId: string | null,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let left = 0;
  const rows = connection
    .statement(
      `SELECT id, session_id, calls FROM session_parts WHERE sealed_at IS NULL AND (is_ended = 1 OR seen_ms <= ?)
       AND (? IS NULL OR session_id = ?) ORDER BY ended_at, n`,
    )
    .all(nowMs - idleMs, sessionId, sessionId);
  for (const row of rows) {
    if (without.has(textOf(row, 'session_id'))) continue;
    const cost = PART_COST + numberOf(row, 'calls');
    if (cost > left) {
      batches.push([]);
      left = MOST_CALLS;
    }
    left -= cost;
    batches.at(-1)?.push(textOf(row, 'id'));
  }
  return batches;
}

/** Seals a part inside a transaction, for which the leaders were begun; false where another process was faster, or records came meanwhile. */
export function sealPart(connection: Connection, id: string, sealing: Sealing, leaders: ClusterLeaders): boolean {
  const row = connection.statement('SELECT * FROM session_parts WHERE id = ? AND sealed_at IS NULL').get(id);
  if (row === undefined || !isDue(row, sealing)) return false;
  const part = numberOf(row, 'n');
  const reading = sealing.read();
  takeRecords(connection, id, reading);
  const sealed = reading.seal(endOf(row, sealing));
  insertTrajectories(connection, part, sealed, sealing, leaders);
  numberCalls(connection, part, sealed);
  const summary = reading.summarise(sealed, (signature) => sessionsWith(connection, signature));
  const isLive = textOf(row, 'source') === 'live';
  const epoch = isLive && summary.toolCalls > 0 ? nextEpoch(connection) : null;
  const sealedAt = isoTime(sealing.nowMs);
  connection
    .statement('UPDATE session_parts SET sealed_at = ?, epoch = ?, summary = ? WHERE n = ?')
    .run(sealedAt, epoch, JSON.stringify(summary), part);
  if (summary.toolCalls > 0) queueJob(connection, part, epoch, sealedAt);
  return true;
}

/** What parts of one session came to, together; what is not sealed counts as if it ended now. */
export function summaryOf(connection: Connection, ids: readonly string[], sealing: Sealing): SessionSummary {
  const rows = connection
    .statement('SELECT * FROM session_parts WHERE id IN (SELECT value FROM json_each(?)) ORDER BY part')
    .all(JSON.stringify(ids));
  const [row] = rows;
  const stored = row === undefined || rows.length > 1 ? null : textOrNullOf(row, 'summary');
  if (stored !== null) return JSON.parse(stored);
  const reading = sealing.read();
  for (const one of rows) takeRecords(connection, textOf(one, 'id'), reading);
  const last = rows.at(-1);
  const sealed = reading.seal(last === undefined ? sealing.nowMs : endOf(last, sealing));
  return reading.summarise(sealed, (signature) => sessionsWith(connection, signature));
}

/** Page by page: the outputs of a long session would fill the memory. */
function takeRecords(connection: Connection, partId: string, reading: SessionReading): void {
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { records, next } = recordPage(connection, partId, false, from);
    for (const record of records) reading.take(record);
    from = next;
  }
}

function isDue(row: SqlRow, { nowMs, idleMs }: Sealing): boolean {
  return numberOf(row, 'is_ended') === 1 || numberOf(row, 'seen_ms') <= nowMs - idleMs;
}

/** A session that nobody ended was there to be answered until now; an imported one until its last record. */
function endOf(row: SqlRow, { nowMs }: Sealing): number {
  const isOver = numberOf(row, 'is_ended') === 1 || textOf(row, 'source') !== 'live';
  return isOver ? Date.parse(textOf(row, 'ended_at')) : nowMs;
}

function numberCalls(connection: Connection, part: number, { moved }: SealedSession): void {
  const update = connection.statement('UPDATE records SET seq = ? WHERE part = ? AND event_id = ?');
  for (const { eventId, seq } of moved) update.run(seq, part, eventId);
}

function sessionsWith(connection: Connection, signature: string): number {
  const row = connection
    .statement(
      `SELECT count(DISTINCT session_id) AS sessions FROM session_parts
       WHERE n IN (SELECT DISTINCT part FROM records WHERE signature = ?)`,
    )
    .get(signature);
  return numberOf(row ?? {}, 'sessions');
}

/** The clock of the library goes on by one; it never goes back, whatever is deleted. */
function nextEpoch(connection: Connection): number {
  const row = connection
    .statement(
      `INSERT INTO counters (name, value) VALUES ('epoch', 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    )
    .get();
  return numberOf(row ?? {}, 'value');
}

/** At most one a key, however often it is queued. */
function queueJob(connection: Connection, part: number, epoch: number | null, queuedAt: string): void {
  connection
    .statement(
      `INSERT INTO learning_jobs (key, part, epoch, queued_at, state, ended_at) VALUES (?1, ?2, ?3, ?4, 'queued',
         coalesce((SELECT min(coalesce(ended_at, '')) FROM trajectories WHERE part = ?2), ''))
       ON CONFLICT (key) DO NOTHING`,
    )
    .run(epoch === null ? `import:${hashOfIds(connection, part)}` : `epoch:${epoch}`, part, epoch, queuedAt);
}

function hashOfIds(connection: Connection, part: number): string {
  const ids = connection
    .statement('SELECT event_id FROM records WHERE part = ? AND is_late = 0 ORDER BY event_id')
    .all(part)
    .map((row) => textOf(row, 'event_id'));
  return sha256Hex(ids.join('\n'));
}
