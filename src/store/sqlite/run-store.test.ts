import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runStoreConformance } from '../../../test/conformance/run-store-conformance.ts';
import { entry, sessionRecord } from '../../../test/support/run-records.ts';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import type { RunStore } from '../../run/store.ts';
import { chooseEngine } from './open-driver.ts';
import { openSqliteStore } from './run-store.ts';

const parts = { clock: systemClock, random: systemRandom };

runStoreConformance('SQLite', () => openSqliteStore(':memory:', parts));

describe('a library file', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-store-'));
    path = join(folder, 'libraries', 'lib', 'praxis.db');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Changes the file behind the back of the store. */
  async function tamper(sql: string): Promise<void> {
    const driver = chooseEngine().open(path, 5000);
    driver.exec(sql);
    driver.close();
  }

  async function storeWithSession(): Promise<RunStore> {
    const store = await openSqliteStore(path, parts);
    await store.createSession(sessionRecord('s1'));
    await store.append('s1', 0, { entries: [entry('start')] });
    return store;
  }

  test('is made with its folders, for this user alone', async () => {
    const store = await storeWithSession();
    const files = readdirSync(join(folder, 'libraries', 'lib'));
    expect(files.sort()).toEqual(['praxis.db', 'praxis.db-shm', 'praxis.db-wal']);
    for (const file of files) expect(statSync(join(folder, 'libraries', 'lib', file)).mode & 0o777).toBe(0o600);
    for (const name of ['libraries', 'libraries/lib']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
    await store.close();
  });

  test('keeps its records over a close', async () => {
    await (await storeWithSession()).close();
    const store = await openSqliteStore(path, { ...parts, durability: 'power-cut' });
    expect(await store.session('s1')).toEqual(sessionRecord('s1'));
    expect(await store.journal('s1')).toHaveLength(1);
    await store.close();
  });

  test('keeps provisional and other rows in their order over a kill', async () => {
    const store = await openSqliteStore(path, { ...parts, durability: 'power-cut' });
    await store.createSession(sessionRecord('s1'));
    for (let seq = 0; seq < 6; seq++)
      await store.append('s1', seq, { entries: [entry(`row-${seq}`)], isProvisional: seq % 3 !== 0 });
    const other = await openSqliteStore(path, parts);
    expect((await other.journal('s1')).map((row) => row.kind)).toEqual(Array.from({ length: 6 }, (_, n) => `row-${n}`));
    await other.close();
    await store.close();
  });

  test('is refused by name where its schema is newer than this program', async () => {
    await (await storeWithSession()).close();
    await tamper('PRAGMA user_version = 99');
    await expect(openSqliteStore(path, parts)).rejects.toMatchObject({
      code: 'RECORD_TOO_NEW',
      message: `the library ${path} has schema version 99; this Praxis knows 11`,
    });
  });

  test('takes nothing more from this program once a newer one has changed its schema', async () => {
    const store = await storeWithSession();
    await tamper('PRAGMA user_version = 99');
    await expect(store.append('s1', 1, { entries: [entry('late')] })).rejects.toMatchObject({ code: 'RECORD_TOO_NEW' });
    expect(await store.journal('s1')).toHaveLength(1);
    await store.close();
  });

  test('lets one of two connections write a session and refuses the other', async () => {
    const store = await storeWithSession();
    const second = await openSqliteStore(path, parts);
    await store.append('s1', 1, { entries: [entry('mine')] });
    await expect(second.append('s1', 1, { entries: [entry('theirs')] })).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: 'the journal of session s1 goes on at row 2, not at row 1: another process writes it too',
    });
    expect((await second.journal('s1')).map((row) => row.kind)).toEqual(['start', 'mine']);
    await second.close();
    await store.close();
  });

  test('that is full keeps what it has and goes on once there is room', async ({ skip }) => {
    const disk = dirname(path);
    mkdirSync(disk, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0)
      skip('this user may not mount');
    try {
      const store = await storeWithSession();
      const large = { entries: [entry('large', 'x'.repeat(4_000_000))] };
      await expect(store.append('s1', 1, large)).rejects.toMatchObject({
        code: 'STORE_IO',
        message: `no space left for the library ${path}: database or disk is full`,
      });
      await store.append('s1', 1, { entries: [entry('small')] });
      expect((await store.journal('s1')).map((row) => row.kind)).toEqual(['start', 'small']);
      await store.close();
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });

  test('refuses a newer record by name and still reads the others', async () => {
    const store = await storeWithSession();
    await tamper("UPDATE journal SET v = 2 WHERE session_id = 's1' AND seq = 0");
    await expect(store.journal('s1')).rejects.toMatchObject({
      code: 'RECORD_TOO_NEW',
      message: 'journal row 0 of session s1 has version 2; this Praxis knows 1',
    });
    expect(await store.session('s1')).toEqual(sessionRecord('s1'));
    await store.close();
  });

  test('names itself where it is no database', async () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x'.repeat(5000));
    await expect(openSqliteStore(path, parts)).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining(path),
    });
  });

  test('names itself where a page of it is damaged', async () => {
    const store = await storeWithSession();
    for (let seq = 1; seq < 150; seq++) await store.append('s1', seq, { entries: [entry('fill', 'x'.repeat(4000))] });
    await tamper('PRAGMA wal_checkpoint(TRUNCATE)');
    // A copy, since the open store would still know the pages.
    const copy = join(folder, 'copy.db');
    const bytes = readFileSync(path);
    writeFileSync(copy, bytes.fill(0xff, bytes.length / 2));
    const opened = await openSqliteStore(copy, parts);
    await expect(opened.journal('s1')).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      message: expect.stringContaining(copy),
    });
    await store.close();
  });

  test('names the record where a body of it is damaged', async () => {
    const store = await storeWithSession();
    await tamper("UPDATE journal SET body = '{' WHERE session_id = 's1'");
    await expect(store.journal('s1')).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close();
  });

  test('that cannot be made is named', async () => {
    writeFileSync(join(folder, 'libraries'), 'a file where the folder should be');
    await expect(openSqliteStore(path, parts)).rejects.toMatchObject({
      code: 'STORE_IO',
      message: `cannot make the library ${path}`,
    });
  });

  test.skipIf(process.getuid?.() === 0)('that may not be written is named', async () => {
    await (await storeWithSession()).close();
    chmodSync(path, 0o400);
    await expect(storeWithSession()).rejects.toMatchObject({ code: 'STORE_IO' });
  });

  test('waits for another writer as long as it was told, then says so', async () => {
    const store = await openSqliteStore(path, { ...parts, waitMs: 300 });
    const other = chooseEngine().open(path, 5000);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.createSession(sessionRecord('s1'))).rejects.toMatchObject({
      code: 'STORE_BUSY',
      message: expect.stringContaining(path),
    });
    other.exec('ROLLBACK');
    await store.createSession(sessionRecord('s1'));
    other.close();
    await store.close();
  });

  test('goes on as soon as the other writer is done', async () => {
    const store = await openSqliteStore(path, parts);
    const other = chooseEngine().open(path, 5000);
    other.exec('BEGIN IMMEDIATE');
    const written = store.createSession(sessionRecord('s1'));
    other.exec('COMMIT');
    await written;
    expect(await store.session('s1')).toBeDefined();
    other.close();
    await store.close();
  });
});
