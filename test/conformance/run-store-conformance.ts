import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalBatch, Observation, RunStore, SessionRecord } from '../../src/run/store.ts';
import type { TelemetryRecord } from '../../src/telemetry/event.ts';
import { entry, sessionRecord } from '../support/run-records.ts';

/** What every store of run records must do. `open` gives an empty store; a new engine adds one line. */
export function runStoreConformance(name: string, open: () => Promise<RunStore>): void {
  describe(`${name} run store`, () => {
    let store: RunStore;

    beforeEach(async () => {
      store = await open();
    });

    afterEach(() => store.close());

    describe('sessions', () => {
      test('returns a session as it was created', async () => {
        const session = sessionRecord('s1');
        await store.createSession(session);
        expect(await store.session('s1')).toEqual(session);
      });

      test('knows no session that was not created', async () => {
        expect(await store.session('s1')).toBeUndefined();
      });

      test('refuses a second session of the same id and keeps the first', async () => {
        await store.createSession(sessionRecord('s1'));
        await expect(store.createSession({ ...sessionRecord('s1'), goal: 'another' })).rejects.toMatchObject({
          code: 'STORE_CORRUPT',
        });
        expect(await store.session('s1')).toEqual(sessionRecord('s1'));
      });

      test('lists the newest first, by start and then by creation', async () => {
        await store.createSession({ ...sessionRecord('late'), startedAt: '2026-01-03T00:00:00.000Z' });
        await store.createSession({ ...sessionRecord('b'), startedAt: '2026-01-01T00:00:00.000Z' });
        await store.createSession({ ...sessionRecord('a'), startedAt: '2026-01-01T00:00:00.000Z' });
        expect(ids(await store.sessions({}))).toEqual(['late', 'a', 'b']);
      });

      test('lists those of a task, of a work tree, of both, and no more than asked for', async () => {
        await store.createSession({ ...sessionRecord('s1'), taskId: 't1', workTree: '/w1' });
        await store.createSession({ ...sessionRecord('s2'), taskId: 't2', workTree: '/w1' });
        await store.createSession({ ...sessionRecord('s3'), taskId: 't1', workTree: '/w2' });
        expect(ids(await store.sessions({ taskId: 't1' }))).toEqual(['s3', 's1']);
        expect(ids(await store.sessions({ workTree: '/w1' }))).toEqual(['s2', 's1']);
        expect(ids(await store.sessions({ taskId: 't1', workTree: '/w1' }))).toEqual(['s1']);
        expect(ids(await store.sessions({ limit: 2 }))).toEqual(['s3', 's2']);
        expect(ids(await store.sessions({ taskId: 't1', limit: 1 }))).toEqual(['s3']);
        expect(await store.sessions({ limit: 0 })).toEqual([]);
      });

      test('changes the members that a batch names and no others', async () => {
        await store.createSession(sessionRecord('s1'));
        await store.append('s1', 0, { entries: [], session: { status: 'checkpoint', exit: 3, cycles: 2 } });
        await store.append('s1', 0, { entries: [], session: { isClosed: true, exit: null } });
        expect(await store.session('s1')).toEqual({
          ...sessionRecord('s1'),
          status: 'checkpoint',
          cycles: 2,
          isClosed: true,
        });
      });
    });

    describe('journal', () => {
      test('returns rows in the order they were appended, counted from 0', async () => {
        await store.createSession(sessionRecord('s1'));
        await store.append('s1', 0, { entries: [entry('start'), entry('intent', { candidate: 'look' })] });
        await store.append('s1', 2, { entries: [entry('outcome', [1, 0.5, null, true, 'ü✓'])] });
        expect(await store.journal('s1')).toEqual([
          { v: 1, seq: 0, ...entry('start') },
          { v: 1, seq: 1, ...entry('intent', { candidate: 'look' }) },
          { v: 1, seq: 2, ...entry('outcome', [1, 0.5, null, true, 'ü✓']) },
        ]);
      });

      test('keeps the rows of sessions apart', async () => {
        await store.createSession(sessionRecord('s1'));
        await store.createSession(sessionRecord('s2'));
        await store.append('s1', 0, { entries: [entry('one')] });
        await store.append('s2', 0, { entries: [entry('two')] });
        expect((await store.journal('s1')).map((row) => row.kind)).toEqual(['one']);
        expect((await store.journal('s2')).map((row) => row.kind)).toEqual(['two']);
      });

      test('refuses a row that is not the next one', async () => {
        await store.createSession(sessionRecord('s1'));
        await store.append('s1', 0, { entries: [entry('first')] });
        for (const seq of [0, 2]) {
          await expect(store.append('s1', seq, { entries: [entry('second')] })).rejects.toMatchObject({
            code: 'STORE_CORRUPT',
          });
        }
        expect(await store.journal('s1')).toHaveLength(1);
      });

      test('refuses rows of a session that does not exist', async () => {
        await expect(store.append('s1', 0, { entries: [entry('first')] })).rejects.toMatchObject({
          code: 'SESSION_NOT_FOUND',
        });
        expect(await store.journal('s1')).toEqual([]);
      });

      test('writes nothing of a batch that is refused', async () => {
        await store.createSession(sessionRecord('s1'));
        await expect(store.append('s1', 7, fullBatch('s1'))).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
        expect(await store.evidence('s1')).toEqual([]);
        expect(await store.events('s1')).toEqual([]);
        expect(await store.observations(['key'], 50)).toEqual([]);
        expect(await store.blob('aa')).toBeUndefined();
        expect(await store.session('s1')).toEqual(sessionRecord('s1'));
      });

      test('gives one of two writers of a session the next row, the other one an error', async () => {
        await store.createSession(sessionRecord('s1'));
        const outcomes = await Promise.allSettled([
          store.append('s1', 0, { entries: [entry('one')] }),
          store.append('s1', 0, { entries: [entry('two')] }),
        ]);
        expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
        expect(await store.journal('s1')).toHaveLength(1);
      });
    });

    describe('what belongs to rows', () => {
      test('returns all that a batch brought', async () => {
        await store.createSession(sessionRecord('s1'));
        const batch = fullBatch('s1');
        await store.append('s1', 0, batch);
        expect(await store.evidence('s1')).toEqual(batch.evidence);
        expect(await store.events('s1')).toEqual(batch.events);
        expect(await store.observations(['key'], 50)).toEqual(batch.observations);
        expect(await store.blob('aa')).toBe('text of aa');
        expect((await store.session('s1'))?.status).toBe('pass');
      });

      test('keeps a record of evidence once a cycle', async () => {
        await store.createSession(sessionRecord('s1'));
        const record = { v: 1, ref: 'sha256:aa', kind: 'test', cycle: 1, body: { passed: true } } as const;
        await store.append('s1', 0, { entries: [], evidence: [record, record] });
        await store.append('s1', 0, { entries: [], evidence: [record, { ...record, cycle: 2 }] });
        expect(await store.evidence('s1')).toEqual([record, { ...record, cycle: 2 }]);
      });

      test('keeps the first of two events with one id, in any session', async () => {
        await store.createSession(sessionRecord('s1'));
        await store.createSession(sessionRecord('s2'));
        await store.append('s1', 0, { entries: [], events: [mark('e1', 's1'), mark('e1', 's1')] });
        await store.append('s2', 0, { entries: [], events: [mark('e1', 's2'), mark('e2', 's2')] });
        expect(await store.events('s1')).toEqual([mark('e1', 's1')]);
        expect(await store.events('s2')).toEqual([mark('e2', 's2')]);
      });

      test('keeps a text once under its hash', async () => {
        await store.createSession(sessionRecord('s1'));
        const blobs = [{ sha256: 'aa', text: 'policy' }];
        await store.append('s1', 0, { entries: [], blobs });
        await store.append('s1', 0, { entries: [], blobs });
        expect(await store.blob('aa')).toBe('policy');
      });
    });

    describe('observations', () => {
      test('are those of the candidates asked for, oldest first', async () => {
        await store.createSession(sessionRecord('s1'));
        const [late, early, other] = [seen('s1', 'a', '03'), seen('s1', 'b', '01'), seen('s1', 'c', '02')];
        await store.append('s1', 0, { entries: [], observations: [late, early, other] });
        expect(await store.observations(['a', 'b'], 50)).toEqual([early, late]);
        expect(await store.observations([], 50)).toEqual([]);
      });

      test('are those of the newest sessions that have any observation', async () => {
        for (const [index, id] of ['old', 'middle', 'new', 'empty'].entries()) {
          await store.createSession({ ...sessionRecord(id), startedAt: `2026-01-0${index + 1}T00:00:00.000Z` });
        }
        await store.append('old', 0, { entries: [], observations: [seen('old', 'a', '01')] });
        await store.append('middle', 0, { entries: [], observations: [seen('middle', 'a', '02')] });
        await store.append('new', 0, { entries: [], observations: [seen('new', 'other', '03')] });
        expect(await store.observations(['a'], 2)).toEqual([seen('middle', 'a', '02')]);
        expect(await store.observations(['a'], 0)).toEqual([]);
      });
    });
  });
}

function ids(sessions: readonly SessionRecord[]): readonly string[] {
  return sessions.map((session) => session.id);
}

function seen(sessionId: string, candidateKey: string, day: string): Observation {
  return {
    v: 1,
    sessionId,
    cycle: 1,
    candidateKey,
    fingerprint: 'fp',
    fingerprintClass: null,
    success: candidateKey === 'a',
    filesChanged: null,
    at: `2026-01-${day}T00:00:00.000Z`,
  };
}

function mark(eventId: string, sessionId: string): TelemetryRecord {
  return { v: 1, eventId, sessionId, taskId: 't1', type: 'session_start', at: '2026-01-01T00:00:00.000Z' };
}

function fullBatch(sessionId: string): Required<JournalBatch> {
  return {
    entries: [entry('outcome')],
    isProvisional: true,
    evidence: [
      { v: 1, ref: 'sha256:bb', kind: 'test', cycle: 1, body: { fraction: 0.5 } },
      { v: 1, ref: 'sha256:aa', kind: 'artifact', cycle: 1, body: { tree: 'x' } },
    ],
    observations: [{ ...seen(sessionId, 'key', '01'), filesChanged: 3 }],
    events: [
      mark('e1', sessionId),
      {
        v: 1,
        type: 'call',
        eventId: 'e2',
        sessionId,
        taskId: 't1',
        libraryId: 'lib',
        seq: 0,
        tool: 'npm',
        params: { command: 'npm test' },
        output: 'not ok',
        ok: false,
        error: { class: 'exit', message: 'not ok', signature: 'sig' },
        startedAt: '2026-01-01T00:00:00.500Z',
        durationMs: 812,
        context: { taskText: 'fix', turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'cfg' },
        injected: [],
      },
    ],
    blobs: [{ sha256: 'aa', text: 'text of aa' }],
    session: { status: 'pass', exit: 0, cycles: 1, endedAt: '2026-01-01T00:01:00.000Z' },
  };
}
