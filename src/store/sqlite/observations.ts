import type { Observation } from '../../run/store.ts';
import type { Connection } from './connection.ts';
import type { SqlRow } from './driver.ts';
import { numberOf, numberOrNullOf, textOf, textOrNullOf, versionOf } from './row.ts';

/** Adds observations in the order given. */
export function insertObservations(connection: Connection, observations: readonly Observation[]): void {
  const insert = connection.statement(
    `INSERT INTO observations (session_id, candidate_key, v, cycle, fingerprint, fingerprint_class, success,
     files_changed, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const seen of observations) {
    insert.run(
      seen.sessionId,
      seen.candidateKey,
      seen.v,
      seen.cycle,
      seen.fingerprint,
      seen.fingerprintClass,
      Number(seen.success),
      seen.filesChanged,
      seen.at,
    );
  }
}

/** Those of the candidates, oldest first, in the newest `lastSessions` sessions that have an observation of any candidate. */
export function listObservations(
  connection: Connection,
  candidateKeys: readonly string[],
  lastSessions: number,
): readonly Observation[] {
  return connection
    .statement(
      `SELECT * FROM observations
       WHERE session_id IN (
         SELECT id FROM sessions WHERE EXISTS (SELECT 1 FROM observations WHERE session_id = sessions.id)
         ORDER BY started_at DESC, n DESC LIMIT ?)
       AND candidate_key IN (SELECT value FROM json_each(?))
       ORDER BY at, n`,
    )
    .all(lastSessions, JSON.stringify(candidateKeys))
    .map(toObservation);
}

function toObservation(row: SqlRow): Observation {
  const sessionId = textOf(row, 'session_id');
  return {
    v: versionOf(row, `observation of session ${sessionId}`, 1),
    sessionId,
    cycle: numberOf(row, 'cycle'),
    candidateKey: textOf(row, 'candidate_key'),
    fingerprint: textOrNullOf(row, 'fingerprint'),
    fingerprintClass: textOrNullOf(row, 'fingerprint_class'),
    success: numberOf(row, 'success') === 1,
    filesChanged: numberOrNullOf(row, 'files_changed'),
    at: textOf(row, 'at'),
  };
}
