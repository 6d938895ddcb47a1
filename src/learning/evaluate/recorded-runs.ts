import type { Encoder } from '../../experience/encoder.ts';
import { FactReader } from '../../telemetry/call-facts.ts';
import type { CallRecord, TelemetryRecord } from '../../telemetry/event.ts';
import { taskRuns } from '../../telemetry/task-run.ts';
import { clusterTasks } from '../cluster.ts';
import { minedHistory, type RecordedTrajectory } from '../extract/offline/mined-history.ts';
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
  readonly calls: readonly CallRecord[];
}

/**
 * The attempts of sessions as they would be mined from a library that they had been imported into: the same rewards, domains, task
 * keys and signatures. `encoder` compares the texts of tasks that nobody has named.
 */
export function recordedRuns(sessions: readonly ReadSession[], encoder: Encoder): readonly EvaluationRun[] {
  const attempts = sessions.flatMap((session) => attemptsOf(session, encoder));
  const clusters = clustersOf(attempts, encoder.clusterAt);
  const recorded = attempts.map(
    ({ session, task, calls }, index): RecordedTrajectory => ({
      trajectory: trajectoryOf(session.sessionId, task, clusters[index] ?? null),
      isLive: false,
      calls,
    }),
  );
  return minedHistory(recorded).map((trajectory, index) => ({
    trajectory,
    userHash: attempts[index]?.session.userHash ?? null,
  }));
}

function attemptsOf(session: ReadSession, encoder: Encoder): readonly Attempt[] {
  const reader = new FactReader();
  const sealed = sealedSession(
    session.records.map((record) => reader.read(record)),
    lastMs(session.records),
    { encoder },
  );
  const calls = new Map(taskRuns(session.records).map((run) => [run.taskId, run.steps]));
  return sealed.tasks.map((task) => ({ session, task, calls: calls.get(task.taskId) ?? [] }));
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
