import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AT, addOf, commitOf } from '../../../../test/support/experience-entries.ts';
import { applyOperations } from '../../../experience/apply.ts';
import { canonicalExport } from '../../../experience/canonical-export.ts';
import type { Operation } from '../../../experience/operation.ts';
import type { Commit, ExperienceStore, LibraryEncoder } from '../../../experience/store.ts';
import { systemClock } from '../../../host/clock.ts';
import { systemRandom } from '../../../host/random.ts';
import { Connection, openConnection } from '../connection.ts';
import type { Driver, Statement } from '../driver.ts';
import { migrate } from '../migrate.ts';
import { chooseEngine } from '../open-driver.ts';
import { experienceStore } from './experience-store.ts';

const OPTIONS = { clock: systemClock, random: systemRandom, waitMs: 5000, durability: 'process-kill' } as const;
const FLOOR: LibraryEncoder = { role: 'floor', encoderId: 'floor-1', dims: 2 };
const why = 'because';
const group = null;

/** A driver whose process dies as it enters its nth statement: nothing after it happens, no rollback either. */
function dyingDriver(driver: Driver, nth: number): Driver & { readonly isDead: () => boolean } {
  let count = 0;
  const step = () => {
    count += 1;
    if (count >= nth) throw new Error('the process is dead');
  };
  return {
    isDead: () => count >= nth,
    exec(sql) {
      step();
      driver.exec(sql);
    },
    prepare(sql): Statement {
      const statement = driver.prepare(sql);
      return {
        run(...values) {
          step();
          return statement.run(...values);
        },
        get(...values) {
          step();
          return statement.get(...values);
        },
        all(...values) {
          step();
          return statement.all(...values);
        },
      };
    },
    close: () => driver.close(),
  };
}

describe('check 5: a process that dies at a step of a commit', () => {
  let folder: string;
  let path: string;
  let before: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'praxis-crash-'));
    path = join(folder, 'praxis.db');
    await withStore(async (store) => {
      await store.reembed(FLOOR, [], await store.stamp());
      const [first] = await planned(store, 'b1', [addOf('one'), addOf('two'), addOf('three')]);
      await store.commit({ ...first, vectors: vectorsOf(first) }, await store.stamp());
      await store.ask([
        { v: 1, reason: 'capped', detail: '', at: AT, operation: null, about: [], sessionId: null, groups: [] },
      ]);
      await store.park({ v: 1, id: 'b2', kind: 'add', at: AT, sessionId: null, wish: { kind: 'purge' } });
      before = await tellAll(store);
    });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function withStore<T>(body: (store: ExperienceStore) => Promise<T>, at = path): Promise<T> {
    const connection = await openConnection(at, OPTIONS);
    try {
      await migrate(connection);
      return await body(experienceStore(connection));
    } finally {
      connection.close();
    }
  }

  /** Everything that the library holds, as one text. */
  async function tellAll(store: ExperienceStore): Promise<string> {
    const library = await store.read();
    const vectors = (await store.vectors('floor-1')).map(({ id, text }) => [id, text === null ? null : [...text]]);
    const log = [await store.batches({}), await store.review({}), await store.relations(), await store.parked()];
    return JSON.stringify([canonicalExport(library), library.version, library.nextId, library.epoch, vectors, log]);
  }

  async function planned(
    store: ExperienceStore,
    id: string,
    operations: readonly Operation[],
  ): Promise<[Commit, Awaited<ReturnType<ExperienceStore['stamp']>>]> {
    const { generation, ...library } = await store.read();
    const applied = applyOperations(library, operations, { batch: id, at: AT, epoch: 3 });
    return [commitOf(id, applied), { version: library.version, generation }];
  }

  function vectorsOf({ batch }: Commit) {
    return batch.changes.map(({ id }) => ({ id, encoderId: 'floor-1', text: Float32Array.from([0.6, 0.8]) }));
  }

  test.each(['commit', 'reembed'] as const)('leaves the old version or the new one: %s', async (kind) => {
    const act = async (store: ExperienceStore) => {
      const [commit, stamp] = await planned(store, 'b2', [
        { op: 'modify', id: 1, text: 'new', rule: null, isTrusted: true, evidence: null, why, group },
        { op: 'merge', ids: [2, 3], text: 'both', rule: null, isTrusted: true, why, group },
      ]);
      if (kind === 'reembed') {
        const vectors = [1, 2, 3].map((id) => ({ id, text: Float32Array.from([1]), situation: null }));
        return store.reembed({ ...FLOOR, encoderId: 'floor-2', dims: 1 }, vectors, stamp);
      }
      return store.commit(
        {
          ...commit,
          vectors: vectorsOf(commit),
          reviewed: [{ n: 1, state: 'accepted', answeredBy: 'b2' }],
          relations: { added: [{ v: 1, kind: 'keep-both', a: 'r1', b: 'r2' }], dropped: [], replaced: ['r1'] },
          advancesEpoch: true,
        },
        stamp,
      );
    };
    const copy = join(folder, 'whole.db');
    copyLibrary(copy);
    const after = await withStore(async (store) => {
      expect(await act(store)).toBe('applied');
      return tellAll(store);
    }, copy);
    expect(after).not.toBe(before);

    let steps = 0;
    for (let nth = 1; ; nth++) {
      const dying = join(folder, `${nth}.db`);
      copyLibrary(dying);
      const real = chooseEngine().open(dying, 200);
      const driver = dyingDriver(real, nth);
      await act(experienceStore(new Connection(dying, driver, OPTIONS))).catch(() => {});
      // The files as a dead process leaves them: nothing is rolled back or closed before they are copied.
      const remains = join(folder, `${nth}.left.db`);
      copyLibrary(remains, dying);
      if (driver.isDead()) rollBack(real);
      real.close();
      const left = await withStore(tellAll, remains);
      if (!driver.isDead()) {
        expect(left).toBe(after);
        break;
      }
      expect(left).toBe(before);
      // Whoever asks again after the crash gets it done.
      if (kind === 'commit') expect(await withStore(act, remains)).toBe('applied');
      steps = nth;
    }
    expect(steps).toBeGreaterThan(8);
  });

  function copyLibrary(to: string, from = path): void {
    for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix);
  }

  function rollBack(driver: Driver): void {
    try {
      driver.exec('ROLLBACK');
    } catch {
      // It died outside of a transaction.
    }
  }
});
