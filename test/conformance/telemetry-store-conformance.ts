import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sealing } from '../../src/learning/sealing.ts';
import type { LearningStore } from '../../src/learning/store.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import type { TelemetryRecord } from '../../src/telemetry/event.ts';
import type { ImportedSession } from '../../src/telemetry/import/importer.ts';
import type { PurgeRequest, RecordSource, TelemetryStore } from '../../src/telemetry/store.ts';
import { at, atMs, callOf, failedCall, markOf } from '../support/telemetry-records.ts';

/** A store of what was recorded and concluded, which knows `fillRecord`. */
export type OpenTelemetryStore = TelemetryStore & LearningStore & { close(): Promise<void> };

const IDLE_S = 1800;

/** What every store of telemetry must do. `open` gives an empty store; a new engine adds one line. */
export function telemetryStoreConformance(name: string, open: () => Promise<OpenTelemetryStore>): void {
  describe(`${name} telemetry store`, () => {
    let store: OpenTelemetryStore;

    beforeEach(async () => {
      store = await open();
    });

    afterEach(() => store.close());

    const add = (source: RecordSource, seconds: number, ...records: readonly TelemetryRecord[]) =>
      store.add(
        records.map((record) => ({ record })),
        { source, nowMs: atMs(seconds) },
      );
    const sealAt = (seconds: number) => store.sealDue(sealing(floorEncoder, atMs(seconds), { idleMs: IDLE_S * 1000 }));
    const idsOf = async (partId: string, isLate = false) =>
      (await store.records(partId, { isLate })).map((record) => record.eventId);
    const partIds = async () => (await store.parts({})).map((part) => part.id);

    describe('records', () => {
      test('come back as they were told, in the order they came', async () => {
        const told = [markOf('task_start', 'm1', { taskText: 'mend it', agentConfigId: 'agent' }), callOf('c1')];
        expect(await add('live', 2, ...told)).toEqual(['new', 'new']);
        expect(await store.records('s1')).toEqual(told);
        expect(await store.record('c1')).toEqual(callOf('c1'));
        expect(await store.record('c9')).toBeUndefined();
      });

      test('of a long session come page by page as they come at once', async () => {
        await add('live', 2, ...Array.from({ length: 450 }, (_, n) => callOf(`c${n}`)));
        const pages = [];
        for await (const page of store.pages('s1')) pages.push(page);
        expect(pages.length).toBeGreaterThan(1);
        expect(pages.flat()).toEqual(await store.records('s1'));
        for await (const page of store.pages('s2')) expect(page).toEqual([]);
      });

      test('told twice count once, in one transaction or in two', async () => {
        expect(await add('live', 2, callOf('c1'), callOf('c1'))).toEqual(['new', 'duplicate']);
        expect(await add('transcript', 3, callOf('c1'))).toEqual(['duplicate']);
        expect(await idsOf('s1')).toEqual(['c1']);
        expect((await store.parts({}))[0]?.calls).toBe(1);
      });

      test('gain what they lacked from another telling and lose nothing', async () => {
        await add('live', 2, callOf('c1', { ok: null, output: '', durationMs: null }));
        expect(await add('transcript', 3, failedCall('c1', { params: {}, output: 'gone' }))).toEqual(['filled']);
        expect(await store.record('c1')).toMatchObject({
          ok: false,
          error: { class: 'not_found' },
          params: { path: 'a.txt' },
          output: 'gone',
        });
      });

      test('copied by a fork of the session are known by their row', async () => {
        const sink = store.importSink(() => atMs(9));
        await sink.begin(sessionOf('s1', 'transcript'));
        expect(await sink.put([{ record: callOf('c1'), rowId: 'row-1' }])).toEqual(['new']);
        await sink.begin(sessionOf('fork', 'transcript'));
        expect(await sink.put([{ record: callOf('c2', { sessionId: 'fork' }), rowId: 'row-1' }])).toEqual([
          'duplicate',
        ]);
        expect(await partIds()).toEqual(['s1']);
      });

      test('of calls without an id are numbered by their place in the session', async () => {
        const tell = (nowS: number) => ({
          record: callOf('', { startedAt: at(nowS) }),
          nameCall: (ordinal: number) => `call-${ordinal}`,
        });
        await store.add([tell(1), tell(2)], { source: 'live', nowMs: atMs(2) });
        await store.add([tell(3)], { source: 'live', nowMs: atMs(3) });
        expect(await idsOf('s1')).toEqual(['call-0', 'call-1', 'call-2']);
      });

      test('tell who runs the agent as soon as one of them does', async () => {
        await add('live', 2, markOf('task_start', 'm1', { taskText: 'mend it', agentConfigId: '' }));
        await store.add([{ record: callOf('c1'), host: 'codex' }], { source: 'live', nowMs: atMs(3) });
        await store.add([{ record: callOf('c2'), host: 'other' }], { source: 'live', nowMs: atMs(4) });
        expect((await store.parts({}))[0]?.host).toBe('codex');
      });

      test('tell what a session was given', async () => {
        const given = markOf('injection', 'i1', { tag: 'a', ids: ['r1'], contentHash: 'h' });
        await add('live', 2, given, callOf('c1'));
        expect(await store.injections('s1')).toEqual([given]);
        expect(await store.injections('s2')).toEqual([]);
      });
    });

    describe('sealing', () => {
      test('waits until a session told live was silent for long', async () => {
        await add('live', 10, callOf('c1', { startedAt: at(10) }));
        expect(await sealAt(10 + IDLE_S - 1)).toEqual([]);
        expect(await sealAt(10 + IDLE_S)).toEqual(['s1']);
        expect(await sealAt(10 + IDLE_S)).toEqual([]);
      });

      test('counts silence from when a record was told, not from what it says', async () => {
        await store.add([{ record: callOf('c1'), seenMs: atMs(5000) }], { source: 'live', nowMs: atMs(5000) });
        expect(await sealAt(5001)).toEqual([]);
      });

      test('follows the end of a session at once, unless it goes on first', async () => {
        await add('live', 2, callOf('c1'), markOf('session_end', 'm1', { at: at(2) }));
        await add('live', 3, callOf('c2', { startedAt: at(3) }));
        expect(await sealAt(4)).toEqual([]);
        await add('live', 5, markOf('session_end', 'm2', { at: at(5) }));
        expect(await sealAt(6)).toEqual(['s1']);
        expect(await idsOf('s1')).toEqual(['c1', 'm1', 'c2', 'm2']);
      });

      test('gives a live session with calls its epoch, counted from 1, and others none', async () => {
        await add('live', 1, callOf('c1'), markOf('session_end', 'm1', { at: at(2) }));
        await sealAt(3);
        await add('live', 4, markOf('session_start', 'm2', { sessionId: 's2', at: at(4) }));
        await add('live', 4, markOf('session_end', 'm3', { sessionId: 's2', at: at(5) }));
        await add('transcript', 6, callOf('c3', { sessionId: 's3', startedAt: at(-9000) }));
        await sealAt(7);
        await add('live', 8, callOf('c4', { sessionId: 's4', startedAt: at(8) }));
        await add('live', 9, markOf('session_end', 'm4', { sessionId: 's4', at: at(9) }));
        await sealAt(10);
        const epochs = (await store.parts({})).map((part) => [part.sessionId, part.epoch]);
        expect(Object.fromEntries(epochs)).toEqual({ s1: 1, s2: null, s3: null, s4: 2 });
      });

      test('keeps what comes afterwards as late and changes no trajectory', async () => {
        await add('live', 2, callOf('c1'), markOf('session_end', 'm1', { at: at(20) }));
        await sealAt(21);
        const before = await store.trajectories({});
        await add('live', 30, failedCall('c2', { startedAt: at(10) }));
        await add('live', 30, markOf('outcome', 'o1', { at: at(30), value: 0, source: 'test' }));
        expect(await idsOf('s1')).toEqual(['c1', 'm1']);
        expect(await idsOf('s1', true)).toEqual(['c2', 'o1']);
        expect(await store.trajectories({})).toEqual(before);
        expect(await add('live', 31, failedCall('c2', { startedAt: at(10) }))).toEqual(['duplicate']);
      });

      test('changes no record that was sealed, whatever a transcript knows of it', async () => {
        await add('live', 2, callOf('c1', { output: '' }), markOf('session_end', 'm1', { at: at(3) }));
        await sealAt(4);
        expect(await add('transcript', 5, callOf('c1'))).toEqual(['duplicate']);
        expect(await store.record('c1')).toMatchObject({ output: '' });
      });

      test('lets a session that goes on go on in another part', async () => {
        await add('live', 2, callOf('c1'), markOf('session_end', 'm1', { at: at(3) }));
        await sealAt(4);
        await add('live', 50, callOf('c2', { startedAt: at(50) }), markOf('session_end', 'm2', { at: at(51) }));
        await sealAt(52);
        expect(await partIds()).toEqual(['s1#2', 's1']);
        expect(await idsOf('s1#2')).toEqual(['c2', 'm2']);
        expect((await store.parts({ sessionId: 's1' })).map((part) => part.epoch)).toEqual([2, 1]);
        // The transcript brings a call that was missed in the first part.
        await add('transcript', 60, callOf('c3', { startedAt: at(2) }));
        expect(await idsOf('s1', true)).toEqual(['c3']);
      });

      test('takes hundreds of sessions, each once, though several ask at a time', async () => {
        const ids = Array.from({ length: 120 }, (_, n) => `s${n}`);
        await add('live', 0, ...ids.map((id) => callOf(`c-${id}`, { sessionId: id, taskId: id })));
        const sealed = (await Promise.all([sealAt(IDLE_S + 1), sealAt(IDLE_S + 1)])).flat();
        expect(sealed.toSorted()).toEqual(ids.toSorted());
        const parts = await store.parts({});
        expect(new Set(parts.map((part) => part.epoch))).toEqual(new Set(ids.map((_, n) => n + 1)));
        expect(await store.trajectories({})).toHaveLength(120);
      });

      test('numbers calls by their start, equal ones by id', async () => {
        await add(
          'live',
          9,
          callOf('b', { startedAt: at(2), seq: 0 }),
          callOf('a', { startedAt: at(2), seq: 1 }),
          callOf('z', { startedAt: at(1), seq: 2 }),
          callOf('x', { startedAt: at(3), taskId: 't2', seq: 7 }),
          markOf('session_end', 'm1', { at: at(9) }),
        );
        await sealAt(10);
        const calls = (await store.records('s1')).flatMap((record) => (record.type === 'call' ? [record] : []));
        expect(Object.fromEntries(calls.map((call) => [call.eventId, call.seq]))).toEqual({ z: 0, a: 1, b: 2, x: 0 });
      });
    });

    describe('imports', () => {
      test('are sealed at once where they are old or tell no times', async () => {
        await add('transcript', 9000, callOf('c1'));
        await add('transcript', 9000, callOf('c2', { sessionId: 's2', startedAt: null }));
        await add('transcript', 9000, callOf('c3', { sessionId: 's3', startedAt: at(8999) }));
        expect([...(await sealAt(9000))].sort()).toEqual(['s1', 's2']);
      });

      test('of a transcript that grows give what one of the whole gives', async () => {
        const told = [
          markOf('task_start', 'm1', { taskText: 'mend it', agentConfigId: 'agent' }),
          callOf('c1', { startedAt: at(1), ok: null, output: '' }),
          failedCall('c1', { startedAt: at(1) }),
          callOf('c2', { startedAt: at(2) }),
          markOf('outcome', 'o1', { at: at(3), value: 1, source: 'test' }),
          markOf('task_end', 'm2', { at: at(3), finalOutput: 'done', status: 'completed' }),
        ];
        for (const record of told) {
          await add('transcript', 9000, record);
          await sealAt(9000);
        }
        const grown = await store.trajectories({});
        expect(grown).toHaveLength(1);
        expect(grown[0]).toMatchObject({ sessionId: 's1', steps: 2, parts: { rhoS: 0.5, outcome: 1 } });
        const whole = await open();
        await whole.add(
          [...told.slice(0, 1), ...told.slice(2)].map((record) => ({ record })),
          { source: 'transcript', nowMs: atMs(9000) },
        );
        await whole.sealDue(sealing(floorEncoder, atMs(9000), { idleMs: IDLE_S * 1000 }));
        expect(await whole.trajectories({})).toEqual(grown);
        await whole.close();
      });

      test('of a transcript replace what a stream of the session brought, in either order', async () => {
        const sink = store.importSink(() => atMs(9000));
        const put = async (origin: ImportedSession['origin'], eventId: string) => {
          await sink.begin(sessionOf('s1', origin));
          return sink.put([{ record: callOf(eventId), rowId: null }]);
        };
        await put('stream', 'from-stream');
        await sealAt(9000);
        expect(await put('transcript', 'from-transcript')).toEqual(['new']);
        expect(await put('stream', 'from-stream')).toEqual(['duplicate']);
        expect(await idsOf('s1')).toEqual(['from-transcript']);
        expect((await store.parts({}))[0]).toMatchObject({ source: 'transcript', calls: 1 });
      });
    });

    describe('trajectories', () => {
      test('hold what rewards were made of', async () => {
        await add(
          'live',
          9,
          markOf('task_start', 'm1', { taskText: 'Mend  IT', agentConfigId: 'agent', groupKey: 'g' }),
          callOf('c1', { injected: ['r2'] }),
          failedCall('c2', { startedAt: at(2), injected: ['r1', 'r2'] }),
          markOf('task_end', 'm2', { at: at(3), finalOutput: 'done', status: 'completed' }),
          callOf('c3', { startedAt: at(4) }),
          markOf('outcome', 'o1', { at: at(5), value: 0, source: 'test' }),
          markOf('session_end', 'm3', { at: at(9) }),
        );
        await sealAt(10);
        expect(await store.trajectories({ partId: 's1' })).toEqual([
          {
            v: 1,
            sessionId: 's1',
            taskId: 't1',
            taskText: 'Mend  IT',
            domain: 'fs',
            agentConfigId: 'agent',
            groupKey: 'g',
            textKey: expect.stringMatching(/^[0-9a-f]{32}$/),
            cluster: null,
            steps: 2,
            parts: { rhoS: 0.5, rhoA: null, outcome: 0, weights: { w1: 0.4, w2: 0.6 } },
            isLate: false,
            reward: 0.2,
            startedAt: at(0),
            endedAt: at(3),
            injected: ['r1', 'r2'],
          },
        ]);
        expect(await store.trajectories({ partId: 's2' })).toEqual([]);
      });

      test('of like tasks lie in one cluster of their domain', async () => {
        const texts = ['make the failing tests pass', 'make failing tests pass', 'write the release notes'];
        for (const [n, text] of texts.entries()) {
          const session = { sessionId: `s${n}` };
          await add('live', n, markOf('task_start', `m${n}`, { ...session, taskText: text, agentConfigId: 'a' }));
          await add('live', n, markOf('session_end', `e${n}`, { ...session, at: at(n) }));
        }
        await sealAt(10);
        const clusters = (await store.trajectories({})).map((one) => one.cluster);
        expect(clusters[0]).toBe(clusters[1]);
        expect(clusters[2]).not.toBe(clusters[0]);
        expect(clusters).not.toContain(null);
      });
    });

    describe('summaries', () => {
      const failing = (session: string, n: number) =>
        failedCall(`${session}-${n}`, { sessionId: session, startedAt: at(n) });

      test('tell what was called, what succeeded and in how many sessions a failure was seen', async () => {
        await add('live', 9, failing('s0', 1), markOf('session_end', 'e0', { sessionId: 's0', at: at(9) }));
        await add('live', 9, callOf('c1'), failing('s1', 2), failing('s1', 3), callOf('c4', { ok: null }));
        await add('live', 9, markOf('outcome', 'o1', { at: at(5), value: 0.5, source: 'test' }));
        const [open] = await store.parts({ sessionId: 's1' });
        const now = sealing(floorEncoder, atMs(10), { idleMs: IDLE_S * 1000 });
        const summary = {
          toolCalls: 4,
          toolSuccessRate: 1 / 3,
          tasks: 1,
          taskCompletionRate: 1,
          topFailures: [
            {
              signature: '0123456789abcdef',
              tool: 'Read',
              message: 'Error: not found',
              count: 2,
              sessionsSoFar: 2,
            },
          ],
          topExperiences: [],
          proposed: [],
        };
        expect(await store.summary(open === undefined ? [] : [open], now)).toEqual(summary);
        await add('live', 9, markOf('session_end', 'e1', { at: at(9) }));
        await sealAt(10);
        const [sealed] = await store.parts({ sessionId: 's1' });
        expect(await store.summary(sealed === undefined ? [] : [sealed], now)).toEqual(summary);
      });

      test('of all parts of a session take the last outcome of its task', async () => {
        await add('live', 2, callOf('c1'), markOf('outcome', 'o1', { at: at(2), value: 0, source: 'acceptance' }));
        await add('live', 2, markOf('task_end', 'm1', { at: at(2), finalOutput: '', status: 'stop' }));
        await add('live', 2, markOf('session_end', 'm2', { at: at(2) }));
        await sealAt(3);
        await add('live', 8, markOf('session_start', 'm3', { at: at(8) }));
        await add('live', 8, markOf('task_start', 'm4', { at: at(8), taskText: 'mend it', agentConfigId: 'agent' }));
        await add('live', 9, callOf('c2', { startedAt: at(9) }));
        await add('live', 9, markOf('outcome', 'o2', { at: at(9), value: 1, source: 'acceptance' }));
        await add('live', 9, markOf('session_end', 'm5', { at: at(9) }));
        await sealAt(10);
        const outcomes = (await store.trajectories({})).map((one) => [one.sessionId, one.parts.outcome]);
        expect(outcomes).toEqual([
          ['s1', 0],
          ['s1#2', 1],
        ]);
        const parts = await store.parts({ sessionId: 's1' });
        const whole = await store.summary(parts, sealing(floorEncoder, atMs(11)));
        expect(whole).toMatchObject({ toolCalls: 2, tasks: 1, taskCompletionRate: 1 });
      });
    });

    describe('purging', () => {
      const purge = (what: PurgeRequest['what']) => store.purge({ what, runs: [] });

      beforeEach(async () => {
        for (const [n, session] of ['s1', 's2', 's3'].entries()) {
          const own = { sessionId: session };
          await add('live', n, callOf(`c${n}`, { ...own, startedAt: at(100 * n) }));
          await add('live', n, markOf('session_end', `e${n}`, { ...own, at: at(100 * n + 1) }));
        }
        await sealAt(1000);
      });

      test('deletes a session with its trajectories', async () => {
        expect(await purge({ kind: 'session', sessionId: 's2' })).toMatchObject({ sessions: 1, records: 2 });
        expect(await partIds()).toEqual(['s3', 's1']);
        expect((await store.trajectories({})).map((one) => one.sessionId)).toEqual(['s1', 's3']);
        expect(await store.record('c1')).toBeUndefined();
      });

      test('deletes sessions that ended before a time', async () => {
        await purge({ kind: 'before', at: at(150) });
        expect(await partIds()).toEqual(['s3']);
      });

      test('deletes everything, and the epochs go on all the same', async () => {
        expect(await purge({ kind: 'all' })).toMatchObject({ sessions: 3, records: 6 });
        expect(await partIds()).toEqual([]);
        await add('live', 2000, callOf('c9', { startedAt: at(2000) }), markOf('session_end', 'e9', { at: at(2000) }));
        await sealAt(2001);
        expect((await store.parts({}))[0]?.epoch).toBe(4);
      });
    });
  });
}

function sessionOf(sessionId: string, origin: ImportedSession['origin']): ImportedSession {
  return { host: 'claude-code', sessionId, cwd: null, origin };
}
