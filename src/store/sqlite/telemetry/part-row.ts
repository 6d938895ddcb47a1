import type { RecordSource, SessionPart } from '../../../telemetry/store.ts';
import type { SqlRow } from '../driver.ts';
import { numberOf, numberOrNullOf, textOf, textOrNullOf, versionOf, wordOf } from '../row.ts';

export const SOURCES: readonly RecordSource[] = ['live', 'stream', 'transcript'];

export function toPart(row: SqlRow): SessionPart {
  const id = textOf(row, 'id');
  return {
    v: versionOf(row, `session ${id}`, 1),
    id,
    sessionId: textOf(row, 'session_id'),
    host: textOrNullOf(row, 'host'),
    source: wordOf(row, 'source', SOURCES),
    startedAt: textOf(row, 'started_at'),
    endedAt: textOf(row, 'ended_at'),
    calls: numberOf(row, 'calls'),
    sealedAt: textOrNullOf(row, 'sealed_at'),
    epoch: numberOrNullOf(row, 'epoch'),
  };
}
