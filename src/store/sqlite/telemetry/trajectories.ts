import type { SealedSession, SealedTask } from '../../../learning/sealed-session.ts';
import type { Sealing, StoredTrajectory } from '../../../learning/store.ts';
import type { Connection } from '../connection.ts';
import type { SqlRow } from '../driver.ts';
import { jsonOf, numberOf, numberOrNullOf, textOf, textOrNullOf, versionOf } from '../row.ts';
import type { ClusterLeaders } from './cluster-leaders.ts';

/** Adds the trajectories of a part, each with the cluster of its task. */
export function insertTrajectories(
  connection: Connection,
  part: number,
  { tasks }: SealedSession,
  sealing: Sealing,
  leaders: ClusterLeaders,
): void {
  const insert = connection.statement(
    `INSERT INTO trajectories (part, task_id, v, task_text, domain, agent_config_id, group_key, text_key, cluster, steps,
     rho_s, rho_a, outcome, w1, w2, is_late, reward, started_at, ended_at, injected)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const task of tasks) {
    insert.run(
      part,
      task.taskId,
      task.taskText,
      task.domain,
      task.agentConfigId,
      task.groupKey,
      task.textKey,
      clusterOf(task, sealing, leaders),
      task.steps,
      task.parts.rhoS,
      task.parts.rhoA,
      task.parts.outcome,
      task.parts.weights.w1,
      task.parts.weights.w2,
      Number(task.isLate),
      task.reward,
      task.startedAt,
      task.endedAt,
      JSON.stringify(task.injected),
    );
  }
}

function clusterOf({ domain, vector }: SealedTask, sealing: Sealing, leaders: ClusterLeaders): number | null {
  return vector === null ? null : leaders.join(domain, vector, (known) => sealing.nearest(known, vector));
}

/** Ordered by the end of their sessions, oldest first. */
export function listTrajectories(connection: Connection, partId: string | undefined): readonly StoredTrajectory[] {
  const where = partId === undefined ? '' : 'WHERE session_parts.id = ?';
  return connection
    .statement(
      `SELECT trajectories.*, session_parts.id AS part_id FROM trajectories
       JOIN session_parts ON session_parts.n = trajectories.part ${where}
       ORDER BY session_parts.ended_at, session_parts.n, trajectories.n`,
    )
    .all(...(partId === undefined ? [] : [partId]))
    .map(toTrajectory);
}

/** A row of `trajectories` with the id of its part. */
export function toTrajectory(row: SqlRow): StoredTrajectory {
  const partId = textOf(row, 'part_id');
  return {
    v: versionOf(row, `trajectory of session ${partId}`, 1),
    sessionId: partId,
    taskId: textOf(row, 'task_id'),
    taskText: textOf(row, 'task_text'),
    domain: textOf(row, 'domain'),
    agentConfigId: textOf(row, 'agent_config_id'),
    groupKey: textOrNullOf(row, 'group_key'),
    textKey: textOrNullOf(row, 'text_key'),
    cluster: numberOrNullOf(row, 'cluster'),
    steps: numberOf(row, 'steps'),
    parts: {
      rhoS: numberOf(row, 'rho_s'),
      rhoA: numberOrNullOf(row, 'rho_a'),
      outcome: numberOrNullOf(row, 'outcome'),
      weights: { w1: numberOf(row, 'w1'), w2: numberOf(row, 'w2') },
    },
    isLate: numberOf(row, 'is_late') === 1,
    reward: numberOf(row, 'reward'),
    startedAt: textOrNullOf(row, 'started_at'),
    endedAt: textOrNullOf(row, 'ended_at'),
    injected: jsonOf(row, 'injected'),
  };
}
