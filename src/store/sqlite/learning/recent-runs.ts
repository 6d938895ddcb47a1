import type { RecentRuns } from '../../../loops/job-store.ts';
import type { Connection } from '../connection.ts';
import { numberOf, textOf } from '../row.ts';
import { toTrajectory } from '../telemetry/trajectories.ts';

/** See `JobStore.recentRuns`. Sessions are in order of their first end, then of their places. */
export function recentRuns(
  connection: Connection,
  place: number,
  sessions: number,
  until: 'own' | 'newest',
): RecentRuns {
  const parts = connection
    .statement(
      `SELECT part FROM learning_jobs WHERE kind = 'learn' AND n <= ?1
       AND (?2 = 'newest' OR (ended_at, n) <= (SELECT ended_at, n FROM learning_jobs WHERE n = ?1))
       ORDER BY ended_at DESC, n DESC LIMIT ?3`,
    )
    .all(place, until, sessions)
    .map((row) => numberOf(row, 'part'));
  const trajectories = connection
    .statement(
      `SELECT trajectories.*, session_parts.id AS part_id FROM trajectories
       JOIN session_parts ON session_parts.n = trajectories.part
       JOIN learning_jobs ON learning_jobs.part = trajectories.part AND learning_jobs.kind = 'learn'
       WHERE trajectories.part IN (SELECT value FROM json_each(?))
       ORDER BY coalesce(trajectories.ended_at, ''), learning_jobs.n, trajectories.n`,
    )
    .all(JSON.stringify(parts))
    .map(toTrajectory);
  const texts = new Set(
    trajectories.flatMap(({ groupKey, textKey }) => (groupKey === null && textKey !== null ? [textKey] : [])),
  );
  return { trajectories, repeated: new Set([...texts].filter((text) => isRepeated(connection, text, place))) };
}

function isRepeated(connection: Connection, text: string, place: number): boolean {
  const rows = connection
    .statement(
      `SELECT text_key FROM trajectories JOIN learning_jobs ON learning_jobs.part = trajectories.part
       WHERE text_key = ? AND group_key IS NULL AND kind = 'learn' AND learning_jobs.n <= ? LIMIT 2`,
    )
    .all(text, place);
  return rows.map((row) => textOf(row, 'text_key')).length > 1;
}
