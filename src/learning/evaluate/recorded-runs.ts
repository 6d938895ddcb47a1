import type { Encoder } from '../../experience/encoder.ts';
import { FactReader } from '../../telemetry/call-facts.ts';
import type { TelemetryRecord } from '../../telemetry/event.ts';
import { clusterTasks } from '../cluster.ts';
import { minedHistory } from '../extract/offline/mined-history.ts';
import { recordedTrajectories } from '../recorded-part.ts';
import { type SealedTask, sealedSession } from '../sealed-session.ts';
import type { StoredTrajectory } from '../store.ts';
import type { EvaluationRun } from './evaluation-run.ts';

/** A session that was read and is not stored. */
export interface ReadSession {
  readonly sessionId: string;
  /** In order of reading. */
  readonly records: readonly TelemetryRecord[];
  /** SHA-256 of whom the agent served; null where its source does not say. */
  readonly userHash: string | null;
}

interface Attempt {
  readonly session: ReadSession;
  readonly task: SealedTask;
}

/**
 * The attempts of sessions as they would be mined from a library that they had been imported into: the same rewards, domains, task
 * keys and signatures. `encoder` compares the texts of tasks that nobody has named.
 */
export function recordedRuns(sessions: readonly ReadSession[], encoder: Encoder): readonly EvaluationRun[] {
  const attempts = sessions.flatMap((session) => attemptsOf(session, encoder));
  const clusters = clustersOf(attempts, encoder.clusterAt);
  const own = new Map<ReadSession, StoredTrajectory[]>(sessions.map((session) => [session, []]));
  for (const [index, { session, task }] of attempts.entries())
    own.get(session)?.push(trajectoryOf(session.sessionId, task, clusters[index] ?? null));
  const recorded = [...own].flatMap(([{ sessionId, records }, trajectories], place) =>
    recordedTrajectories({ partId: sessionId, place, isLive: false, trajectories, records }),
  );
  return minedHistory(recorded).map((trajectory, index) => ({
    trajectory,
    userHash: attempts[index]?.session.userHash ?? null,
  }));
}

function attemptsOf(session: ReadSession, encoder: Encoder): readonly Attempt[] {
  const reader = new FactReader();
  const facts = session.records.map((record) => reader.read(record));
  return sealedSession(facts, lastMs(session.records), { encoder }).tasks.map((task) => ({ session, task }));
}

/** NaN where no record has a time: of such a session silence says nothing. */
function lastMs(records: readonly TelemetryRecord[]): number {
  const times = records.flatMap((record) => {
    const at = record.type === 'call' ? record.startedAt : record.at;
    return at === null ? [] : [Date.parse(at)];
  });
  return times.length === 0 ? Number.NaN : times.reduce((latest, one) => Math.max(latest, one));
}

function clustersOf(attempts: readonly Attempt[], clusterAt: number): readonly (number | null)[] {
  const placed = attempts.flatMap(({ task: { domain, vector } }, index) =>
    vector === null ? [] : [{ domain, vector, index }],
  );
  const numbers = clusterTasks(placed, clusterAt);
  const known = new Map(placed.map(({ index }, at) => [index, numbers[at] ?? null]));
  return attempts.map((_, index) => known.get(index) ?? null);
}

function trajectoryOf(sessionId: string, task: SealedTask, cluster: number | null): StoredTrajectory {
  const { vector: _, ...kept } = task;
  return { v: 1, sessionId, cluster, ...kept };
}
