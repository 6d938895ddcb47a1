import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AT, addOf } from '../../test/support/experience-entries.ts';
import { systemClock } from '../host/clock.ts';
import { systemRandom } from '../host/random.ts';
import { floorEncoder } from '../models/floor-encoder.ts';
import { judgeBy } from '../praxis/library/library-at.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../store/sqlite/run-store.ts';
import { HeldLibrary } from './held-library.ts';
import type { Operation } from './operation.ts';
import type { Planner } from './plan-batch.ts';
import type { BatchRequest, ExperienceStore } from './store.ts';
import { submit, type Turn } from './submit.ts';
import { TextVectors } from './text-vectors.ts';
import { ScanIndex } from './vector-index/scan-index.ts';

describe('submitting a request', () => {
  let library: SqliteLibrary;
  let store: ExperienceStore;

  beforeEach(async () => {
    library = await openSqliteLibrary(':memory:', { clock: systemClock, random: systemRandom, fill: () => undefined });
    store = library.experience;
  });
  afterEach(() => library.close());

  const planner = (used: ExperienceStore = store): Planner => ({
    held: new HeldLibrary('r', used, ({ id, dims }) => new ScanIndex(id, dims)),
    vectors: new TextVectors({ floor: floorEncoder, model: null }),
    judge: judgeBy(floorEncoder),
  });
  const request = (id: string, ...operations: readonly Operation[]): BatchRequest => ({
    v: 1,
    id,
    kind: 'add',
    at: AT,
    sessionId: null,
    wish: { kind: 'operations', operations, review: [] },
  });
  const patient = (): Turn => ({ pause: async () => {}, isOver: () => false });
  const impatient: Turn = { pause: async () => {}, isOver: () => true };

  /** A store in which another writer is faster that many times. */
  function contested(times: number): ExperienceStore {
    let left = times;
    return {
      ...store,
      async commit(commit, expected) {
        if (left > 0) {
          left -= 1;
          await submit({ ...request(`rival-${left}`), kind: 'learn' }, planner(), patient());
        }
        return store.commit(commit, expected);
      },
    };
  }
  const ids = async () => (await store.headers()).map((header) => header.id);

  test('plans it anew where others were faster', async () => {
    const submitted = await submit(request('mine', addOf('One.')), planner(contested(3)), impatient);
    expect(submitted).toMatchObject({ kind: 'applied', batch: { version: 4 } });
    expect(await store.parked()).toEqual([]);
  });

  test('parks it after the third time, and does it when its turn comes', async () => {
    const waits: number[] = [];
    const turn: Turn = { pause: async () => void waits.push((await store.parked()).length), isOver: () => false };
    // The rivals stop when they see it waiting.
    const submitted = await submit(request('mine', addOf('One.')), planner(contested(4)), turn);
    expect(submitted).toMatchObject({ kind: 'applied', batch: { version: 5 } });
    expect(waits).toEqual([1]);
    expect(await store.parked()).toEqual([]);
  });

  test('keeps it parked where its turn does not come in time, and the next that writes applies it once', async () => {
    await expect(submit(request('mine', addOf('One.')), planner(contested(4)), impatient)).rejects.toMatchObject({
      code: 'STORE_BUSY',
    });
    expect((await store.parked()).map((one) => one.id)).toEqual(['mine']);
    await submit(request('other', addOf('Two.')), planner(), patient());
    expect((await ids()).slice(-2)).toEqual(['mine', 'other']);
    expect(await submit(request('mine', addOf('One.')), planner(), patient())).toMatchObject({ kind: 'applied' });
    expect((await store.read()).entries.size).toBe(2);
  });

  test('passes over what waits and can no longer be done', async () => {
    await store.park({ ...request('undo'), kind: 'undo', wish: { kind: 'undo', batch: 'never' } });
    await submit(request('mine', addOf('One.')), planner(), patient());
    expect(await store.parked()).toEqual([]);
    expect(await ids()).toEqual(['mine']);
  });

  test('waits behind others and takes back what is refused', async () => {
    await store.park(request('first', addOf('One.')));
    await expect(
      submit({ ...request('undo'), kind: 'undo', wish: { kind: 'undo', batch: 'never' } }, planner(), patient()),
    ).rejects.toMatchObject({ code: 'UNDO_NOT_FOUND' });
    expect(await store.parked()).toEqual([]);
    expect(await ids()).toEqual(['first']);
  });

  test('compresses a library that it made too large, by a batch of its own', async () => {
    const many = Array.from({ length: 501 }, (_, n) => addOf(`Guideline number ${n}.`, { origin: 'offline' }));
    await submit(request('mine', ...many), planner(), patient());
    expect(await ids()).toEqual(['mine', 'mine-compress']);
    const entries = [...(await store.read()).entries.values()];
    expect(entries.filter((entry) => entry.status === 'active')).toHaveLength(400);
    await submit({ ...request('undo'), kind: 'undo', wish: { kind: 'undo', batch: null } }, planner(), patient());
    const restored = [...(await store.read()).entries.values()];
    expect(restored.filter((entry) => entry.status === 'active')).toHaveLength(501);
  });
});
