import { HeldLibrary } from '../../src/experience/held-library.ts';
import { TextVectors } from '../../src/experience/text-vectors.ts';
import { systemClock } from '../../src/host/clock.ts';
import { systemRandom } from '../../src/host/random.ts';
import { sealing } from '../../src/learning/sealing.ts';
import { History } from '../../src/loops/history.ts';
import type { JobStore } from '../../src/loops/job-store.ts';
import { type LearnWatch, learnQueued } from '../../src/loops/learn.ts';
import { floorEncoder } from '../../src/models/floor-encoder.ts';
import { maintenanceSettings } from '../../src/praxis/loops/maintain-library.ts';
import { lessonsOf } from '../../src/praxis/loops/session-lessons.ts';
import { SessionSweeps } from '../../src/praxis/loops/sweep-library.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../../src/store/sqlite/run-store.ts';
import type { TelemetryRecord } from '../../src/telemetry/event.ts';
import { fillRecord } from '../../src/telemetry/fill-record.ts';

/** A session as it is recorded. */
export interface QueuedSession {
  readonly records: readonly TelemetryRecord[];
  readonly isLive: boolean;
}

/** When the sessions of tests begin, in ms since 1970. */
export const START = Date.UTC(2026, 0, 1);

const WEEK_MS = 7 * 86_400_000;

/** A library in memory, with vectors of the floor encoder alone. */
export async function openQueue(): Promise<SqliteLibrary> {
  const store = await openSqliteLibrary(':memory:', { clock: systemClock, random: systemRandom, fill: fillRecord });
  await new TextVectors({ floor: floorEncoder, model: null }).settle(store.experience);
  return store;
}

/** Records sessions and seals each, so that its job is queued. */
export async function queueSessions(store: SqliteLibrary, told: readonly QueuedSession[]): Promise<void> {
  const nowMs = START + WEEK_MS;
  for (const { records, isLive } of told) {
    await store.add(
      records.map((record) => ({ record })),
      { source: isLive ? 'live' : 'transcript', nowMs },
    );
    await store.sealDue(sealing(floorEncoder, nowMs));
  }
}

/** Does the jobs that wait, as a process would that has just begun; from how many sessions was learnt. A failure is thrown, unless it is watched for. */
export async function learnWhatWaits(
  store: SqliteLibrary,
  { jobs = store, watch = {} }: { readonly jobs?: JobStore; readonly watch?: Partial<LearnWatch> } = {},
): Promise<number> {
  const vectors = new TextVectors({ floor: floorEncoder, model: null });
  const held = new HeldLibrary('r', store.experience, () => {
    throw new Error('nothing is searched');
  });
  const opened = { libraryId: 'library', store, root: import.meta.dirname };
  const sweeps = new SessionSweeps(opened, { vectors });
  const tools = {
    model: null,
    libraryId: 'library',
    held,
    vectors,
    jobs,
    history: new History(jobs),
    loops: store.loops,
    lessonsOf: (corrections, bound) => lessonsOf(corrections, opened, { vectors }, bound),
    sweep: ({ partId }, library, bound) => sweeps.after(partId, library, bound),
    settingsAt: ({ epoch, place }, library) =>
      maintenanceSettings(opened, library, vectors.main, { epoch: epoch ?? 0, place }),
  } satisfies Parameters<typeof learnQueued>[0];
  return learnQueued(tools, {
    clock: { nowMs: () => START, monotonicMs: () => 0 },
    signal: new AbortController().signal,
    isPatient: false,
    pause: async () => undefined,
    onJob: () => undefined,
    onFailure: ({ error }) => {
      throw error;
    },
    ...watch,
  });
}
