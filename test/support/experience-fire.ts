import { expect } from 'vitest';
import { canonicalExport } from '../../src/experience/canonical-export.ts';
import { HeldLibrary } from '../../src/experience/held-library.ts';
import type { Planner } from '../../src/experience/plan-batch.ts';
import { submit } from '../../src/experience/submit.ts';
import { TextVectors } from '../../src/experience/text-vectors.ts';
import { chooseUndo } from '../../src/experience/undo.ts';
import { ScanIndex } from '../../src/experience/vector-index/scan-index.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import { judgeBy } from '../../src/praxis/library/library-at.ts';
import { openSqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import { tellingChild } from './child.ts';
import { AT } from './experience-entries.ts';

/** What workers said they did. */
export interface Fire {
  /** Ids of batches that they called done. */
  readonly done: readonly string[];
  /** Ids of those that they began. */
  readonly begun: ReadonlySet<string>;
  readonly kills: number;
}

interface FireRequest {
  /** Bundle of `experience-worker.ts`. */
  readonly worker: string;
  readonly database: string;
  readonly processes: number;
  readonly durationMs: number;
  /** A worker is killed when it has said that many lines, and another takes its place; drawn anew each time. */
  readonly linesBeforeKill: () => number | null;
}

/** Lets processes change and read a library at once until the time is over, some of them killed on the way. */
export async function underFire(request: FireRequest): Promise<Fire> {
  const endMs = systemClock.monotonicMs() + request.durationMs;
  const done: string[] = [];
  const begun = new Set<string>();
  let kills = 0;
  const lane = async (index: number) => {
    for (let round = 0; systemClock.monotonicMs() < endMs; round++) {
      const restMs = Math.max(1, Math.ceil(endMs - systemClock.monotonicMs()));
      const child = await tellingChild(request.worker, [request.database, `p${index}.${round}`, String(restMs)]);
      const lines = request.linesBeforeKill();
      if (lines !== null) {
        await child.reached(lines);
        child.kill();
      }
      const end = await child.ended;
      const isKilled = lines !== null && end.exitCode === null;
      kills += Number(isKilled);
      expect({ stderr: end.stderr, exitCode: end.exitCode }).toEqual({ stderr: '', exitCode: isKilled ? null : 0 });
      expect(end.lines.filter((line) => line.startsWith('unsound'))).toEqual([]);
      if (!isKilled) expect(end.lines.at(-1)).toBe('sound');
      for (const line of end.lines) {
        const [word, id = ''] = line.split(' ');
        if (word === 'done') done.push(id);
        if (word === 'begun') begun.add(id);
      }
    }
  };
  await Promise.all(Array.from({ length: request.processes }, (_, index) => lane(index)));
  return { done, begun, kills };
}

/** How many batches the log holds and how many were undone to empty the library again. */
export interface Sound {
  readonly batches: number;
  readonly undone: number;
}

/**
 * Expects that versions are without a gap, that no batch is lost or there twice, that the entries are what the log makes of
 * nothing, and that undoing newest first restores the export of each version byte for byte.
 */
export async function expectSound(path: string, { done, begun }: Fire): Promise<Sound> {
  const database = await openSqliteLibrary(path, { clock: systemClock, random: systemRandom, fill: () => undefined });
  const store = database.experience;
  const held = new HeldLibrary('r', store, ({ id, dims }) => new ScanIndex(id, dims));
  const vectors = new TextVectors({ floor: floorEncoder, model: null });
  const planner: Planner = { held, vectors, judge: judgeBy(floorEncoder) };
  const turn = { pause: async () => {}, isOver: () => false };
  const request = { v: 1, kind: 'undo', at: AT, sessionId: null } as const;
  try {
    // What a killed worker left waiting is done by the next that writes.
    const settle = { kind: 'operations', operations: [], review: [] } as const;
    await submit({ ...request, id: 'settle', kind: 'learn', wish: settle }, planner, turn);
    expect(await store.parked()).toEqual([]);
    const batches = await store.batches({});
    expect(batches.map((batch) => batch.version)).toEqual(batches.map((_, index) => index + 1));
    const ids = batches.map((batch) => batch.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(done.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.map((id) => id.replace('-compress', '')).filter((id) => id !== 'settle' && !begun.has(id))).toEqual([]);
    const exports = exportsOf(batches);
    const library = await store.read();
    expect(canonicalExport(library)).toBe(exports.at(-1));
    expect((await store.vectors(floorEncoder.id)).map((one) => one.id)).toEqual([...library.entries.keys()]);
    let undone = 0;
    for (;;) {
      const choice = chooseUndo(await store.headers(), null);
      if (choice.kind !== 'chosen') break;
      await submit({ ...request, id: `undo-${undone}`, wish: { kind: 'undo', batch: null } }, planner, turn);
      undone++;
      expect(canonicalExport(await held.refresh())).toBe(exports[choice.batch.version - 1]);
    }
    expect(canonicalExport(await store.read())).toBe('');
    return { batches: batches.length, undone };
  } finally {
    await database.close();
  }
}

type Batches = Awaited<ReturnType<Awaited<ReturnType<typeof openSqliteLibrary>>['experience']['batches']>>;

/** The export of every version, from nothing on, by the changes in the log alone. */
function exportsOf(batches: Batches): readonly string[] {
  const entries = new Map();
  const exports = [''];
  for (const { changes } of batches) {
    for (const { id, after } of changes) {
      if (after === null) entries.delete(id);
      else entries.set(id, after);
    }
    exports.push(canonicalExport({ entries }));
  }
  return exports;
}
