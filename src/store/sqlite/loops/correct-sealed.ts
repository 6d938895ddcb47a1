import { PraxisError } from '../../../base/errors.ts';
import type { LateCorrection } from '../../../loops/store.ts';
import type { Connection } from '../connection.ts';
import { numberOf } from '../row.ts';

/** See `LoopStore.correctSealed`; inside a transaction. */
export function correctSealed(connection: Connection, { partId, feedback, parts, reward }: LateCorrection): void {
  const { eventId, taskId, v, type } = feedback;
  const row = connection.statement('SELECT n FROM session_parts WHERE id = ? AND sealed_at IS NOT NULL').get(partId);
  if (row === undefined) throw gone(`the session ${partId} is not there, or not sealed`);
  const part = numberOf(row, 'n');
  const { changes } = connection
    .statement('UPDATE trajectories SET rho_a = ?, is_late = 1, reward = ? WHERE part = ? AND task_id = ?')
    .run(parts.rhoA, reward, part, taskId);
  if (Number(changes) === 0) throw gone(`the session ${partId} has no task ${taskId}`);
  // Its acceptance may not have been known when it was learnt from.
  connection
    .statement(
      `UPDATE learning_jobs SET outcome_units = (SELECT count(coalesce(outcome, rho_a)) FROM trajectories WHERE part = ?1)
       WHERE part = ?1 AND outcome_units IS NOT NULL`,
    )
    .run(part);
  connection
    .statement(
      `INSERT INTO records (event_id, part, v, type, source, seq, signature, row_id, is_late, body)
       VALUES (?, ?, ?, ?, 'live', NULL, NULL, NULL, 1, ?)`,
    )
    .run(eventId, part, v, type, JSON.stringify(feedback));
}

function gone(what: string): PraxisError {
  return new PraxisError('SESSION_NOT_FOUND', what, { hint: '`praxis sessions` lists them.' });
}
