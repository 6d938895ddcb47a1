import type { JournalBatch, SessionRecord } from '../../src/run/store.ts';

/** A session that has just begun. */
export function sessionRecord(id: string): SessionRecord {
  return {
    v: 1,
    id,
    taskId: 'fix-tests-0123456789ab',
    topic: 'fix-tests',
    goal: 'make the tests pass',
    workTree: '/srv/tree',
    checkpointPath: '/srv/tree/.coord/checkpoint-fix-tests.json',
    startedAt: '2026-01-01T00:00:00.000Z',
    endedAt: null,
    status: 'running',
    exit: null,
    cycles: 0,
    isClosed: false,
  };
}

type NewEntry = JournalBatch['entries'][number];

/** A journal row before it has its number. */
export function entry(kind: string, body: NewEntry['body'] = {}): NewEntry {
  return { at: '2026-01-01T00:00:01.000Z', elapsedMs: 12.5, kind, body };
}
