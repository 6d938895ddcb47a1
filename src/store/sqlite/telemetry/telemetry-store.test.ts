import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { telemetryStoreConformance } from '../../../../test/conformance/telemetry-store-conformance.ts';
import { entry, sessionRecord } from '../../../../test/support/run-records.ts';
import { at, atMs, callOf, markOf } from '../../../../test/support/telemetry-records.ts';
import { systemClock } from '../../../host/clock.ts';
import { systemRandom } from '../../../host/random.ts';
import { sealing } from '../../../learning/sealing.ts';
import { floorEncoder } from '../../../models/floor-encoder.ts';
import { fillRecord } from '../../../telemetry/fill-record.ts';
import { runRecords } from '../migrations/0001-run-records.ts';
import { chooseEngine } from '../open-driver.ts';
import { openSqliteLibrary } from '../run-store.ts';

const parts = { clock: systemClock, random: systemRandom, fill: fillRecord };
const open = (path: string) => openSqliteLibrary(path, parts);

telemetryStoreConformance('SQLite', () => open(':memory:'));

describe('a library file', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-telemetry-'));
    path = join(folder, 'praxis.db');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('of the first schema keeps its records as the first parts of sessions', async () => {
    const driver = chooseEngine().open(path, 5000);
    driver.exec(`${runRecords.sql} PRAGMA user_version = 1`);
    const insert = driver.prepare(
      'INSERT INTO events (event_id, session_id, task_id, v, type, at, body) VALUES (?, ?, ?, 1, ?, ?, ?)',
    );
    const told = [
      markOf('session_start', 'm1', {}),
      callOf('c1'),
      markOf('outcome', 'o1', { at: at(2), value: 0, source: 'acceptance' }),
      markOf('session_end', 'm2', { at: at(2) }),
      callOf('c2', { startedAt: at(3), seq: 1 }),
      markOf('outcome', 'o2', { at: at(4), value: 1, source: 'acceptance' }),
      markOf('session_end', 'm3', { at: at(4) }),
    ];
    for (const record of told) {
      const time = record.type === 'call' ? record.startedAt : record.at;
      insert.run(record.eventId, record.sessionId, record.taskId, record.type, time, JSON.stringify(record));
    }
    driver.close();

    const store = await open(path);
    expect(await store.records('s1')).toEqual(told);
    expect(await store.parts({})).toMatchObject([
      { id: 's1', host: 'praxis', startedAt: at(0), endedAt: at(4), calls: 2 },
    ]);
    expect(await store.sealDue(sealing(floorEncoder, atMs(5)))).toEqual(['s1']);
    // Nothing was sealed in between, so it is one trajectory, and the last outcome is the one that counts.
    expect(await store.trajectories({})).toMatchObject([{ parts: { outcome: 1 } }]);
    await store.close();
  });

  test('check 11: is sealed by exactly one of many who open it', async () => {
    const first = await open(path);
    for (let n = 0; n < 20; n++) {
      const session = { sessionId: `s${n}` };
      const records = [callOf(`c${n}`, session), markOf('session_end', `e${n}`, { ...session, at: at(2) })];
      await first.add(
        records.map((record) => ({ record })),
        { source: 'live', nowMs: atMs(2) },
      );
    }
    const stores = await Promise.all([first, open(path), open(path), open(path)]);
    const sealed = await Promise.all(stores.map((store) => store.sealDue(sealing(floorEncoder, atMs(3)))));
    expect(sealed.flat().sort()).toEqual(Array.from({ length: 20 }, (_, n) => `s${n}`).sort());
    const epochs = (await first.parts({})).map((part) => part.epoch ?? 0);
    expect(epochs.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    // Their tasks are one, whoever sealed the first.
    expect(new Set((await first.trajectories({})).map((one) => one.cluster)).size).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('forgets runs with their journals, and of what several of them name only what no other does', async () => {
    const store = await open(path);
    const [shared, own] = ['a'.repeat(64), 'b'.repeat(64)];
    for (const id of ['r1', 'r2', 'r3']) {
      await store.createSession({ ...sessionRecord(id), status: 'pass' });
      const hashes = id === 'r1' ? [shared, own] : [shared];
      const observation = { v: 1, sessionId: id, cycle: 1, candidateKey: 'k', fingerprint: null } as const;
      await store.append(id, 0, {
        entries: hashes.map((sha256) => entry('policy', { sha256 })),
        evidence: [{ v: 1, ref: `sha256:${'c'.repeat(64)}`, kind: 'test', cycle: 1, body: {} }],
        observations: [{ ...observation, fingerprintClass: null, success: true, filesChanged: null, at: at(0) }],
        blobs: hashes.map((sha256) => ({ sha256, text: sha256 })),
        events: [callOf(`call-${id}`, { sessionId: id })],
      });
    }
    // Five rows of r1, the call among them; r3 was not named, so it stays whole.
    expect(await store.purge({ what: { kind: 'all' }, runs: ['r1', 'r2'] })).toMatchObject({ sessions: 2, records: 9 });
    expect((await store.sessions({})).map((run) => run.id)).toEqual(['r3']);
    expect([await store.journal('r1'), await store.evidence('r1'), await store.events('r1')]).toEqual([[], [], []]);
    expect((await store.observations(['k'], 9)).map((one) => one.sessionId)).toEqual(['r3']);
    expect([await store.blob(own), await store.blob(shared)]).toEqual([undefined, shared]);
    expect((await store.parts({})).map((part) => part.id)).toEqual(['r3']);
    await store.purge({ what: { kind: 'all' }, runs: ['r3'] });
    expect(await store.blob(shared)).toBeUndefined();
    await store.close();
  });

  test('tells that its log may hold what was purged while another process reads from it', async () => {
    const store = await open(path);
    await store.add([{ record: callOf('c1') }], { source: 'live', nowMs: atMs(2) });
    const reader = chooseEngine().open(path, 0);
    reader.exec('BEGIN; SELECT count(*) FROM records');
    expect(await store.purge({ what: { kind: 'all' }, runs: [] })).toMatchObject({ records: 1, isErased: false });
    reader.close();
    expect(await store.purge({ what: { kind: 'all' }, runs: [] })).toMatchObject({ isErased: true });
    await store.close();
  });

  test('holds nothing of what was purged', async () => {
    const store = await open(path);
    const secret = 'the plan of the bank vault';
    const record = callOf('c1', { output: secret });
    await store.add([{ record }], { source: 'live', nowMs: atMs(2) });
    expect(await store.purge({ what: { kind: 'all' }, runs: [] })).toMatchObject({ isErased: true });
    for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes(secret)).toBe(false);
    await store.close();
  });
});
