import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { experienceStoreConformance } from '../../../../test/conformance/experience-store-conformance.ts';
import { AT, addOf, commitOf } from '../../../../test/support/experience-entries.ts';
import { applyOperations } from '../../../experience/apply.ts';
import type { ExperienceStore } from '../../../experience/store.ts';
import { systemClock } from '../../../host/clock.ts';
import { systemRandom } from '../../../host/random.ts';
import { chooseEngine } from '../open-driver.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../run-store.ts';

const open = (path: string): Promise<SqliteLibrary> =>
  openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: () => undefined });

experienceStoreConformance('sqlite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxis-experience-'));
  const path = join(folder, 'praxis.db');
  const libraries = [await open(path)];
  return {
    store: (libraries[0] as SqliteLibrary).experience,
    async again() {
      const other = await open(path);
      libraries.push(other);
      return other.experience;
    },
    async close() {
      for (const library of libraries) await library.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

describe('records of a newer Praxis', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-experience-'));
    path = join(folder, 'praxis.db');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['experience_library', 'the experience library', (store: ExperienceStore) => store.read()],
    ['experience_entries', 'entry 1', (store: ExperienceStore) => store.read()],
    ['experience_batches', 'batch b1', (store: ExperienceStore) => store.headers()],
    ['experience_encoders', 'an encoder of the library', (store: ExperienceStore) => store.encoders()],
    ['experience_review', 'q1', (store: ExperienceStore) => store.review({})],
    ['experience_relations', 'a relation', (store: ExperienceStore) => store.relations()],
    ['experience_parked', 'the waiting batch b2', (store: ExperienceStore) => store.parked()],
  ])('in %s are refused by name', async (table, record, read) => {
    const library = await open(path);
    const store = library.experience;
    const applied = applyOperations(await store.read(), [addOf('one')], { batch: 'b1', at: AT, epoch: 0 });
    const relations = { added: [{ v: 1, kind: 'keep-both', a: 'r1', b: 'r2' } as const], dropped: [], replaced: [] };
    await store.commit({ ...commitOf('b1', applied), relations }, await store.stamp());
    const item = { detail: '', at: AT, operation: null, about: [], sessionId: null, groups: [] };
    await store.ask([{ v: 1, reason: 'capped', ...item }]);
    await store.park({ v: 1, id: 'b2', kind: 'purge', at: AT, sessionId: null, wish: { kind: 'purge' } });
    const vectors = [{ id: 1, text: Float32Array.of(1), situation: null }];
    await store.reembed({ role: 'floor', encoderId: 'floor-1', dims: 1 }, vectors, await store.stamp());
    await library.close();

    const driver = chooseEngine().open(path, 5000);
    driver.exec(`UPDATE ${table} SET v = 9`);
    driver.close();
    const reopened = await open(path);
    await expect(read(reopened.experience)).rejects.toMatchObject({
      code: 'RECORD_TOO_NEW',
      message: `${record} has version 9; this Praxis knows 1`,
    });
    await reopened.close();
  });
});
