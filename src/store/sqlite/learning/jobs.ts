import type { RecordedPart } from '../../../learning/recorded-part.ts';
import type { JobStore, LearningJob, Looks } from '../../../loops/job-store.ts';
import type { Connection } from '../connection.ts';
import { jsonOf, numberOf, numberOrNullOf, textOf, versionOf, wordOf } from '../row.ts';
import { listTrajectories } from '../telemetry/trajectories.ts';

const STATES = ['queued', 'parked', 'done'] as const;
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
  };
}

/** Inside the transaction of the batch that a job made. */
export function finishJob(connection: Connection, key: string, looks: Looks): void {
  connection.statement(`UPDATE learning_jobs SET state = 'done', reason = NULL WHERE key = ?`).run(key);
  for (const channel of CHANNELS) {
    const units = looks[channel];
    if (units === null) continue;
    connection
      .statement(
        `INSERT INTO learning_looks (channel, v, units) VALUES (?, 1, ?)
         ON CONFLICT (channel) DO UPDATE SET units = excluded.units`,
      )
      .run(channel, units);
  }
}

function nextJob(connection: Connection): LearningJob | undefined {
  const row = connection
    .statement(
      `SELECT learning_jobs.*, session_parts.id AS part_id FROM learning_jobs
       JOIN session_parts ON session_parts.n = learning_jobs.part
       WHERE state <> 'done' ORDER BY state = 'parked', learning_jobs.n LIMIT 1`,
    )
    .get();
  if (row === undefined) return undefined;
  return {
    key: textOf(row, 'key'),
    place: numberOf(row, 'n'),
    partId: textOf(row, 'part_id'),
    epoch: numberOrNullOf(row, 'epoch'),
    attempts: numberOf(row, 'attempts'),
    notBeforeMs: numberOf(row, 'not_before_ms'),
    isParked: wordOf(row, 'state', STATES) === 'parked',
  };
}

function jobCounts(connection: Connection): { queued: number; parked: number } {
  const row = connection
    .statement(
      `SELECT count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'parked') AS parked
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
       WHERE learning_jobs.n > ? AND learning_jobs.n <= ? ORDER BY learning_jobs.n`,
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
