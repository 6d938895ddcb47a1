import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { telemetryStoreConformance } from '../../../../test/conformance/telemetry-store-conformance.ts';
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

  test('is sealed by exactly one of many who open it', async () => {
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
    await Promise.all(stores.map((store) => store.close()));
  });

  test('holds nothing of what was purged', async () => {
    const store = await open(path);
    const secret = 'the plan of the bank vault';
    const record = callOf('c1', { output: secret });
    await store.add([{ record }], { source: 'live', nowMs: atMs(2) });
    await store.purge({ what: { kind: 'all' } });
    for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes(secret)).toBe(false);
    await store.close();
  });
});
