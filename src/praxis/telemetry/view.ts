import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import { type Group, groupsOf } from '../../learning/groups.ts';
import type { SessionSummary } from '../../learning/session-summary.ts';
import type { StoredTrajectory } from '../../learning/store.ts';
import type { RunStore } from '../../run/store.ts';
import { openSqliteLibrary, type SqliteLibrary } from '../../store/sqlite/run-store.ts';
import type { DrainReport } from '../../telemetry/drain.ts';
import type { TelemetryRecord } from '../../telemetry/event.ts';
import { fillRecord } from '../../telemetry/fill-record.ts';
import type { PartFilter, SessionPart } from '../../telemetry/store.ts';
import { takeOverLearning } from '../take-over.ts';
import { findOpenLibrary, sealingNow, settle } from './open-library.ts';

/** The telemetry of a library for whoever looks at it: the spool is drained, what is over is sealed. */
export interface TelemetryView {
  readonly runs: Pick<RunStore, 'session' | 'sessions'>;
  /** What opening it moved from the spool; undefined where another process was doing so. */
  readonly drained: DrainReport | undefined;
  /** Newest first. */
  parts(filter: PartFilter): Promise<readonly SessionPart[]>;
  records(part: SessionPart): Promise<readonly TelemetryRecord[]>;
  lateRecords(part: SessionPart): Promise<readonly TelemetryRecord[]>;
  /** All records of a part, some at a time, the late ones last. */
  pages(part: SessionPart): AsyncIterable<readonly TelemetryRecord[]>;
  record(eventId: string): Promise<TelemetryRecord | undefined>;
  /** What parts of one session came to, together; none: nothing was recorded. */
  summary(parts: readonly SessionPart[]): Promise<SessionSummary>;
  trajectories(part: SessionPart): Promise<readonly StoredTrajectory[]>;
  /** The groups of the library with the advantages of their members. */
  groups(): Promise<readonly Group<StoredTrajectory>[]>;
  close(): Promise<void>;
}

/** Opens the library that `cwd` belongs to, or the named one; an empty view where nothing was recorded yet. */
export async function openTelemetry(cwd: string, library: string | null): Promise<TelemetryView> {
  const found = await findOpenLibrary(cwd, library);
  if (found === undefined) {
    const parts = { clock: systemClock, random: systemRandom, fill: fillRecord };
    return view(await openSqliteLibrary(':memory:', parts), undefined);
  }
  try {
    const drained = await settle(found);
    await takeOverLearning(found.folder, cwd, library);
    return view(found.store, drained);
  } catch (error) {
    await found.store.close();
    throw error;
  }
}

function view(store: SqliteLibrary, drained: DrainReport | undefined): TelemetryView {
  return {
    runs: store,
    drained,
    parts: (filter) => store.parts(filter),
    records: (part) => store.records(part.id),
    lateRecords: (part) => store.records(part.id, { isLate: true }),
    async *pages(part) {
      yield* store.pages(part.id);
      yield* store.pages(part.id, { isLate: true });
    },
    record: (eventId) => store.record(eventId),
    summary: (parts) => store.summary(parts, sealingNow()),
    trajectories: (part) => store.trajectories({ partId: part.id }),
    groups: async () => groupsOf(await store.trajectories({})),
    close: () => store.close(),
  };
}
