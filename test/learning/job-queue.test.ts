import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { learnWhatWaits, openQueue, type QueuedSession, queueSessions, START } from '../support/queued-learning.ts';
import { callOf, markOf } from '../support/telemetry-records.ts';

/** A session of one task, which ends so many minutes after the start. */
function session(
  n: number,
  { minute = n, isLive = true, text = `task ${n}`, outcome = null as number | null } = {},
): QueuedSession {
  const name = { sessionId: `s${n}`, taskId: 't' };
  const at = new Date(START + minute * 60_000).toISOString();
  const context = { taskText: text, turn: 1, lastUserText: '', lastAssistantText: '', agentConfigId: 'agent' };
  const value = outcome === null ? [] : [markOf('outcome', `o${n}`, { ...name, at, value: outcome, source: 'check' })];
  return {
    isLive,
    records: [
      callOf(`c${n}`, { ...name, startedAt: at, context }),
      ...value,
      markOf('session_end', `e${n}`, { ...name, at }),
    ],
  };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('check 11: the queue of learning', () => {
  let store: SqliteLibrary;

  beforeEach(async () => {
    store = await openQueue();
  });

  afterEach(() => store.close());

  async function done(): Promise<readonly string[]> {
    return (await store.experience.batches({})).map(({ id }) => id);
  }

  test('does an audit after each tenth session, before the next, also where many wait', async () => {
    await queueSessions(
      store,
      range(21).map((n) => session(n)),
    );
    expect(await learnWhatWaits(store)).toBe(21);
    const order = await done();
    expect(order.filter((id) => id.startsWith('maintain:'))).toEqual(['maintain:10', 'maintain:20']);
    expect(order.indexOf('maintain:10')).toBe(order.indexOf('epoch:10') + 1);
    expect(order.indexOf('maintain:20')).toBe(order.indexOf('epoch:20') + 1);
    expect((await store.experience.batches({ ids: ['maintain:10'] }))[0]).toMatchObject({
      kind: 'maintain',
      epoch: 10,
    });
    expect(await learnWhatWaits(store)).toBe(0);
    expect(await done()).toEqual(order);
  });

  test('asks for no audit after imported sessions', async () => {
    await queueSessions(
      store,
      range(10).map((n) => session(n, { isLive: false })),
    );
    expect(await learnWhatWaits(store)).toBe(10);
    expect((await done()).every((id) => id.startsWith('import:'))).toBe(true);
  });

  test('tries a job again after 1, 10 and 60 s, then lets the others go on, and does it last', async () => {
    await queueSessions(store, [session(1), session(2)]);
    let nowMs = START;
    let isBroken = true;
    const failures: (readonly [key: string, isParked: boolean])[] = [];
    const jobs = {
      ...store,
      looks: async () => {
        if (isBroken && (await store.nextJob())?.partId === 's1') throw new Error('out of memory');
        return store.looks();
      },
    };
    const watch = {
      clock: { nowMs: () => nowMs, monotonicMs: () => 0 },
      isPatient: true,
      async pause(ms: number) {
        nowMs += ms;
      },
      onFailure: ({ job, isParked }: { readonly job: { readonly key: string }; readonly isParked: boolean }) =>
        void failures.push([job.key, isParked]),
    };
    expect(await learnWhatWaits(store, { jobs, watch })).toBe(1);
    expect(nowMs - START).toBe(71_000);
    expect(failures).toEqual([
      ['epoch:1', false],
      ['epoch:1', false],
      ['epoch:1', false],
      ['epoch:1', true],
      ['epoch:1', true],
    ]);
    expect(await done()).toEqual(['epoch:2']);
    expect(await store.jobCounts()).toEqual({ queued: 0, parked: 1 });
    isBroken = false;
    expect(await learnWhatWaits(store, { jobs, watch })).toBe(1);
    expect(await done()).toEqual(['epoch:2', 'epoch:1']);
  });

  test('lets a job that always fails keep no other from being tried again', async () => {
    await queueSessions(store, [session(1), session(2), session(3)]);
    let nowMs = START;
    let broken = ['s1', 's2', 's3'];
    const jobs = {
      ...store,
      looks: async () => {
        if (broken.includes((await store.nextJob())?.partId ?? '')) throw new Error('out of memory');
        return store.looks();
      },
    };
    const watch = {
      clock: { nowMs: () => nowMs, monotonicMs: () => 0 },
      isPatient: true,
      async pause(ms: number) {
        nowMs += ms + 1;
      },
      onFailure: () => undefined,
    };
    expect(await learnWhatWaits(store, { jobs, watch })).toBe(0);
    expect(await store.jobCounts()).toEqual({ queued: 0, parked: 3 });
    broken = ['s1'];
    expect(await learnWhatWaits(store, { jobs, watch })).toBe(2);
    expect(await done()).toEqual(['epoch:2', 'epoch:3']);
    expect(await store.jobCounts()).toEqual({ queued: 0, parked: 1 });
  });

  test('counts what each session adds, late words of the user too', async () => {
    await queueSessions(store, [session(1, { outcome: 1 }), session(2), session(3)]);
    expect((await store.countedUnits(9)).uncounted).toEqual([1, 2, 3]);
    await learnWhatWaits(store);
    expect(await store.countedUnits(9)).toEqual({
      units: { outcome: 1, step: 3, recovery: 0 },
      recoveriesSinceLook: 0,
      uncounted: [],
    });
    expect((await store.countedUnits(3)).units.step).toBe(2);
    const [task] = await store.trajectories({ partId: 's2' });
    const feedback = markOf('feedback', 'f', { sessionId: 's2', taskId: 't', kind: 'correct', source: 'command' });
    if (task === undefined || feedback.type !== 'feedback') throw new Error('nothing to correct');
    await store.loops.correctSealed({ partId: 's2', feedback, parts: { ...task.parts, rhoA: 0 }, reward: 0.4 });
    expect((await store.countedUnits(9)).units.outcome).toBe(2);
  });

  test('compares with the sessions that ended before, and knows texts that older ones have', async () => {
    const text = 'mend it';
    await queueSessions(store, [
      session(1, { text }),
      session(2, { minute: 9 }),
      session(3, { minute: 5 }),
      session(4, { minute: 7, text }),
    ]);
    const recent = async (until: 'own' | 'newest', sessions: number) => {
      const { trajectories, repeated } = await store.recentRuns(4, sessions, until);
      return [trajectories.map(({ sessionId }) => sessionId), repeated.size];
    };
    expect(await recent('own', 9)).toEqual([['s1', 's3', 's4'], 1]);
    expect(await recent('own', 2)).toEqual([['s3', 's4'], 1]);
    expect(await recent('newest', 2)).toEqual([['s4', 's2'], 1]);
    expect((await store.recentRuns(3, 9, 'newest')).repeated.size).toBe(0);
  });
});
