import { PraxisError } from '../../base/errors.ts';
import type { JournalBatch, RunStatus, SessionRecord } from '../../run/store.ts';
import type { Connection } from './connection.ts';
import type { SqlRow, SqlValue } from './driver.ts';
import { numberOf, numberOrNullOf, textOf, textOrNullOf, versionOf, wordOf } from './row.ts';

const STATUSES: readonly RunStatus[] = ['running', 'pass', 'checkpoint', 'stop', 'error', 'needs-human'];

type SessionChange = NonNullable<JournalBatch['session']>;
export interface SessionFilter {
  readonly taskId?: string;
  readonly workTree?: string;
  readonly limit?: number;
}

/** Adds a session; its id must be new. */
export function insertSession(connection: Connection, session: SessionRecord): void {
  if (sessionById(connection, session.id) !== undefined) {
    throw new PraxisError('STORE_CORRUPT', `session ${session.id} is in the library already`, {
      hint: 'Two runs were given one id; begin the run again.',
    });
  }
  connection
    .statement(
      `INSERT INTO sessions (id, v, task_id, topic, goal, work_tree, checkpoint_path, started_at, ended_at, status, exit,
       cycles, is_closed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      session.id,
      session.v,
      session.taskId,
      session.topic,
      session.goal,
      session.workTree,
      session.checkpointPath,
      session.startedAt,
      session.endedAt,
      session.status,
      session.exit,
      session.cycles,
      Number(session.isClosed),
    );
}

/** Changes the members that are given. */
export function updateSession(connection: Connection, id: string, change: SessionChange): void {
  const columns: readonly (readonly [string, SqlValue | undefined])[] = [
    ['ended_at', change.endedAt],
    ['status', change.status],
    ['exit', change.exit],
    ['cycles', change.cycles],
    ['is_closed', change.isClosed === undefined ? undefined : Number(change.isClosed)],
  ];
  const given = columns.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  if (given.length === 0) return;
  const assignments = given.map(({ name }) => `${name} = ?`).join(', ');
  connection.statement(`UPDATE sessions SET ${assignments} WHERE id = ?`).run(...given.map(({ value }) => value), id);
}

export function sessionById(connection: Connection, id: string): SessionRecord | undefined {
  const row = connection.statement('SELECT * FROM sessions WHERE id = ?').get(id);
  return row === undefined ? undefined : toSession(row);
}

/** Newest first. */
export function listSessions(connection: Connection, filter: SessionFilter): readonly SessionRecord[] {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (filter.taskId !== undefined) {
    conditions.push('task_id = ?');
    values.push(filter.taskId);
  }
  if (filter.workTree !== undefined) {
    conditions.push('work_tree = ?');
    values.push(filter.workTree);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const sql = `SELECT * FROM sessions ${where} ORDER BY started_at DESC, n DESC LIMIT ?`;
  // A negative limit is none.
  return connection
    .statement(sql)
    .all(...values, filter.limit ?? -1)
    .map(toSession);
}

function toSession(row: SqlRow): SessionRecord {
  const id = textOf(row, 'id');
  return {
    v: versionOf(row, `session ${id}`, 1),
    id,
    taskId: textOf(row, 'task_id'),
    topic: textOf(row, 'topic'),
    goal: textOf(row, 'goal'),
    workTree: textOf(row, 'work_tree'),
    checkpointPath: textOf(row, 'checkpoint_path'),
    startedAt: textOf(row, 'started_at'),
    endedAt: textOrNullOf(row, 'ended_at'),
    status: wordOf(row, 'status', STATUSES),
    exit: numberOrNullOf(row, 'exit'),
    cycles: numberOf(row, 'cycles'),
    isClosed: numberOf(row, 'is_closed') === 1,
  };
}
