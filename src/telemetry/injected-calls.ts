import type { IncomingRecord, TelemetryStore } from './store.ts';

/** A record as a program told it. */
export interface ToldRecord {
  readonly incoming: IncomingRecord;
  /** Which guidelines were in view of the call is not told. */
  readonly lacksInjected: boolean;
}

/**
 * The records with the guidelines in view of their calls: those that their task was given before they were told. A program
 * that drives its agent puts them in front of each task anew, so that those of other tasks are gone.
 */
export async function withTaskInjections(
  told: readonly ToldRecord[],
  store: Pick<TelemetryStore, 'injections'>,
): Promise<readonly IncomingRecord[]> {
  const lacking = told.flatMap(({ incoming, lacksInjected }) => (lacksInjected ? [incoming.record.sessionId] : []));
  const given = new Map<string, readonly string[]>();
  const give = (sessionId: string, taskId: string, ids: readonly string[]): void => {
    const task = JSON.stringify([sessionId, taskId]);
    given.set(task, [...new Set([...(given.get(task) ?? []), ...ids])].sort());
  };
  for (const sessionId of new Set(lacking))
    for (const { taskId, ids } of await store.injections(sessionId)) give(sessionId, taskId, ids);
  return told.map(({ incoming, lacksInjected }) => {
    const { record } = incoming;
    if (record.type === 'injection') give(record.sessionId, record.taskId, record.ids);
    if (!lacksInjected || record.type !== 'call') return incoming;
    const injected = given.get(JSON.stringify([record.sessionId, record.taskId])) ?? [];
    return injected.length === 0 ? incoming : { ...incoming, record: { ...record, injected } };
  });
}
