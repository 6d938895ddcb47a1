import type { Connection } from '../connection.ts';

/** Whether nobody has learnt from a sealed part yet. */
export function isReopenable(connection: Connection, part: number): boolean {
  const job = connection.statement("SELECT 1 FROM learning_jobs WHERE part = ? AND state <> 'queued'").get(part);
  return job === undefined;
}

/** Takes the seal of a part back: it is as if it had never been sealed. */
export function reopen(connection: Connection, part: number): void {
  connection.statement('UPDATE session_parts SET sealed_at = NULL, epoch = NULL, summary = NULL WHERE n = ?').run(part);
  connection.statement('DELETE FROM trajectories WHERE part = ?').run(part);
  dropClusters(connection);
  connection.statement('DELETE FROM learning_jobs WHERE part = ?').run(part);
}

/** Forgets the clusters that no trajectory is in any more. */
export function dropClusters(connection: Connection): void {
  connection
    .statement('DELETE FROM task_clusters WHERE n NOT IN (SELECT cluster FROM trajectories WHERE cluster IS NOT NULL)')
    .run();
}
