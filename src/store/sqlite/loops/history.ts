import type { HistoryBound, SeenTool } from '../../../loops/store.ts';
import type { Connection } from '../connection.ts';
import { numberOf, textOf, textOrNullOf } from '../row.ts';
import { inBound } from './history-bound.ts';

/** See `LoopStore.epochs`. */
export function listEpochs(connection: Connection, { epoch }: HistoryBound): readonly number[] {
  return connection
    .statement('SELECT epoch FROM session_parts WHERE epoch <= ? ORDER BY epoch')
    .all(epoch)
    .map((row) => numberOf(row, 'epoch'));
}

/** See `LoopStore.domainEpochs`. */
export function epochsByDomain(
  connection: Connection,
  { epoch }: HistoryBound,
): ReadonlyMap<string, readonly number[]> {
  const epochs = new Map<string, number[]>();
  const rows = connection
    .statement(
      `SELECT DISTINCT trajectories.domain, session_parts.epoch FROM trajectories
       JOIN session_parts ON session_parts.n = trajectories.part WHERE session_parts.epoch <= ? ORDER BY session_parts.epoch`,
    )
    .all(epoch);
  for (const row of rows) {
    const domain = textOf(row, 'domain');
    const known = epochs.get(domain) ?? [];
    known.push(numberOf(row, 'epoch'));
    epochs.set(domain, known);
  }
  return epochs;
}

/** See `LoopStore.seenTools`. */
export function listSeenTools(connection: Connection, afterEpoch: number, bound: HistoryBound): readonly SeenTool[] {
  const { sql, values } = inBound(bound);
  return connection
    .statement(
      `SELECT DISTINCT body ->> '$.tool' AS tool, coalesce(body -> '$.params.command', body -> '$.params.cmd') AS command
       FROM records WHERE type = 'call' AND part IN (
         SELECT n FROM session_parts WHERE ${sql} AND (epoch > ? OR (epoch IS NULL AND sealed_at >=
           coalesce((SELECT max(sealed_at) FROM session_parts WHERE epoch <= ?), ''))))`,
    )
    .all(...values, afterEpoch, afterEpoch)
    .map((row) => {
      const command = textOrNullOf(row, 'command');
      return { tool: textOf(row, 'tool'), command: command === null ? undefined : JSON.parse(command) };
    });
}

/** See `LoopStore.toldSessions`. */
export function countTold(connection: Connection, bound: HistoryBound): ReadonlyMap<string, number> {
  const { sql, values } = inBound(bound);
  const rows = connection
    .statement(
      `SELECT told.value AS name, count(DISTINCT session_parts.session_id) AS sessions FROM trajectories
       JOIN session_parts ON session_parts.n = trajectories.part, json_each(trajectories.injected) AS told
       WHERE ${sql} GROUP BY told.value`,
    )
    .all(...values);
  return new Map(rows.map((row) => [textOf(row, 'name'), numberOf(row, 'sessions')]));
}
