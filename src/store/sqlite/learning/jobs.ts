import type { Commit } from '../../../experience/store.ts';
import type { RecordedPart } from '../../../learning/recorded-part.ts';
import type { CountedUnits, JobStore, LearningJob, Looks } from '../../../loops/job-store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { jsonOf, numberOf, numberOrNullOf, textOf, versionOf, wordOf } from '../row.ts';
import { listTrajectories } from '../telemetry/trajectories.ts';
import { countExtractions } from './model-calls.ts';
import { recentRuns } from './recent-runs.ts';

const STATES = ['queued', 'parked', 'done'] as const;
const KINDS = ['learn', 'maintain'] as const;
const CHANNELS = ['outcome', 'step', 'recovery'] as const;

/** The queue of learning jobs. `write` runs a body in a transaction of its own. */
export function jobStore(connection: Connection, write: <T>(body: () => T) => Promise<T>): JobStore {
  return {
    nextJob: () => connection.read(() => nextJob(connection)),
    jobCounts: () => connection.read(() => jobCounts(connection)),
    jobFailed: (key, { attempts, notBeforeMs, isParked, reason }) =>
      write(() => {
        connection
          .statement(
            `UPDATE learning_jobs SET attempts = ?, not_before_ms = ?, state = ?, reason = ?
             WHERE key = ? AND state <> 'done'`,
          )
          .run(attempts, notBeforeMs, isParked ? 'parked' : 'queued', reason, key);
      }),
    recordedParts: (after, upTo) => connection.read(() => recordedParts(connection, after, upTo)),
    looks: () => connection.read(() => looksOf(connection)),
    countedUnits: (before) => connection.read(() => countedUnits(connection, before)),
    recentRuns: (place, sessions, until) => connection.read(() => recentRuns(connection, place, sessions, until)),
  };
}

/** Inside the transaction of the batch that a job made. */
export function finishJob(
  connection: Connection,
  { key, looks, counts = [], maintenance = null, extracted = [] }: NonNullable<Commit['job']>,
): void {
  const row = connection
    .statement(
      `UPDATE learning_jobs SET state = 'done', reason = NULL WHERE key = ? RETURNING n, part, epoch, queued_at`,
    )
    .get(key);
  const count = connection.statement(
    `UPDATE learning_jobs SET outcome_units = ?, step_units = ?, recovery_units = ? WHERE n = ? AND kind = 'learn'`,
  );
  for (const { place, units } of counts) count.run(units.outcome, units.step, units.recovery, place);
  if (row === undefined) return;
  if (looks !== undefined) rememberLooks(connection, looks, numberOf(row, 'n'));
  countExtractions(connection, extracted);
  if (maintenance === null) return;
  connection
    .statement(
      `INSERT INTO learning_jobs (key, part, epoch, queued_at, state, kind) VALUES (?, ?, ?, ?, 'queued', 'maintain')
       ON CONFLICT (key) DO NOTHING`,
    )
    .run(maintenance, numberOf(row, 'part'), numberOrNullOf(row, 'epoch'), textOf(row, 'queued_at'));
}

/** A look changes the units of its channel; only then the place is another. */
function rememberLooks(connection: Connection, looks: Looks, place: number): void {
  const put = connection.statement(
    `INSERT INTO learning_looks (channel, v, units, place) VALUES (?, 1, ?, ?)
     ON CONFLICT (channel) DO UPDATE SET units = excluded.units,
       place = CASE WHEN excluded.units = units THEN place ELSE excluded.place END`,
  );
  for (const channel of CHANNELS) {
    const units = looks[channel];
    if (units !== null) put.run(channel, units, place);
  }
}

function nextJob(connection: Connection): LearningJob | undefined {
  const waiting = `SELECT learning_jobs.*, session_parts.id AS part_id FROM learning_jobs
     JOIN session_parts ON session_parts.n = learning_jobs.part WHERE state <> 'done'`;
  const queued = connection.statement(`${waiting} AND state = 'queued' AND kind = ? ORDER BY learning_jobs.n LIMIT 1`);
  // By when they failed last, so that one which always fails keeps no other from being tried.
  const parked = connection.statement(
    `${waiting} AND state = 'parked' ORDER BY not_before_ms, learning_jobs.n LIMIT 1`,
  );
  const found = queued.get('maintain') ?? queued.get('learn') ?? parked.get();
  return found === undefined ? undefined : toJob(connection, found);
}

function toJob(connection: Connection, row: SqlRow): LearningJob {
  const kind = wordOf(row, 'kind', KINDS);
  const epoch = numberOrNullOf(row, 'epoch');
  const place = kind === 'learn' ? numberOf(row, 'n') : placeOfPart(connection, numberOf(row, 'part'));
  return {
    kind,
    key: textOf(row, 'key'),
    place,
    partId: textOf(row, 'part_id'),
    epoch,
    newestEpoch: newestEpoch(connection, place),
    attempts: numberOf(row, 'attempts'),
    notBeforeMs: numberOf(row, 'not_before_ms'),
    isParked: wordOf(row, 'state', STATES) === 'parked',
  };
}

/** An audit sees what the job after which it is due saw. */
function placeOfPart(connection: Connection, part: number): number {
  const row = connection.statement(`SELECT n FROM learning_jobs WHERE part = ? AND kind = 'learn'`).get(part);
  return row === undefined ? 0 : numberOf(row, 'n');
}

function newestEpoch(connection: Connection, place: number): number {
  const row = connection
    .statement(
      `SELECT epoch FROM learning_jobs WHERE kind = 'learn' AND n <= ? AND epoch IS NOT NULL ORDER BY n DESC LIMIT 1`,
    )
    .get(place);
  return row === undefined ? 0 : numberOf(row, 'epoch');
}

function countedUnits(connection: Connection, before: number): CountedUnits {
  const row =
    connection
      .statement(
        `SELECT total(outcome_units) AS outcome, total(step_units) AS step, total(recovery_units) AS recovery,
         total(recovery_units) FILTER (WHERE n > coalesce((SELECT place FROM learning_looks WHERE channel = 'recovery'), 0))
           AS since
         FROM learning_jobs WHERE kind = 'learn' AND n < ?`,
      )
      .get(before) ?? {};
  const uncounted = connection
    .statement(`SELECT n FROM learning_jobs WHERE kind = 'learn' AND n < ? AND step_units IS NULL ORDER BY n`)
    .all(before);
  return {
    units: { outcome: numberOf(row, 'outcome'), step: numberOf(row, 'step'), recovery: numberOf(row, 'recovery') },
    recoveriesSinceLook: numberOf(row, 'since'),
    uncounted: uncounted.map((one) => numberOf(one, 'n')),
  };
}

function jobCounts(connection: Connection): { queued: number; parked: number } {
  const row = connection
    .statement(
      `SELECT count(*) FILTER (WHERE state = 'queued' AND kind = 'learn') AS queued, count(*) FILTER (WHERE state = 'parked') AS parked
       FROM learning_jobs WHERE state <> 'done'`,
    )
    .get();
  return { queued: numberOf(row ?? {}, 'queued'), parked: numberOf(row ?? {}, 'parked') };
}

function recordedParts(connection: Connection, after: number, upTo: number): readonly RecordedPart[] {
  return connection
    .statement(
      `SELECT learning_jobs.n AS place, session_parts.n, session_parts.id, source FROM learning_jobs
       JOIN session_parts ON session_parts.n = learning_jobs.part
       WHERE kind = 'learn' AND learning_jobs.n > ? AND learning_jobs.n <= ? ORDER BY learning_jobs.n`,
    )
    .all(after, upTo)
    .map((row) => ({
      partId: textOf(row, 'id'),
      place: numberOf(row, 'place'),
      isLive: textOf(row, 'source') === 'live',
      trajectories: listTrajectories(connection, textOf(row, 'id')),
      records: learntRecords(connection, numberOf(row, 'n')),
    }));
}

/** Without outputs: nothing is mined from them, and they are most of the bytes. */
function learntRecords(connection: Connection, part: number): RecordedPart['records'] {
  return connection
    .statement(
      `SELECT event_id, v, json_remove(body, '$.output', '$.finalOutput', '$.context.lastAssistantText') AS body FROM records
       WHERE part = ? AND is_late = 0 AND type IN ('call', 'task_start', 'task_end', 'feedback', 'outcome') ORDER BY n`,
    )
    .all(part)
    .map((row) => {
      versionOf(row, `event ${textOf(row, 'event_id')}`, 1);
      return jsonOf<RecordedPart['records'][number]>(row, 'body');
    });
}

function looksOf(connection: Connection): Looks {
  const known = new Map(
    connection
      .statement('SELECT channel, v, units FROM learning_looks')
      .all()
      .map((row): [string, number] => {
        versionOf(row, `look at ${textOf(row, 'channel')}`, 1);
        return [textOf(row, 'channel'), numberOf(row, 'units')];
      }),
  );
  return {
    outcome: known.get('outcome') ?? null,
    step: known.get('step') ?? null,
    recovery: known.get('recovery') ?? null,
  };
}
