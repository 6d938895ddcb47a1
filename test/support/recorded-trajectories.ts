import { createReadStream, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minedSteps } from '../../src/learning/extract/offline/mined-steps.ts';
import type { MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import type { CallRecord } from '../../src/telemetry/event.ts';
import { importSource } from '../../src/telemetry/import/import-source.ts';
import { MemoryImportSink } from '../../src/telemetry/import/memory-import-sink.ts';
import { type TaskRun, taskRuns } from '../../src/telemetry/task-run.ts';

const known = new Map<string, Promise<readonly MinedTrajectory[]>>();

/** The trajectories of a recorded file below `test/data/trajectories`, in its order, as the importer reads them. */
export function recordedTrajectories(path: string): Promise<readonly MinedTrajectory[]> {
  const read = known.get(path) ?? readTrajectories(path);
  known.set(path, read);
  return read;
}

async function readTrajectories(path: string): Promise<readonly MinedTrajectory[]> {
  const file = fileURLToPath(new URL(`../data/trajectories/${path}`, import.meta.url));
  const sink = new MemoryImportSink();
  const source = { path: file, sizeBytes: statSync(file).size, open: () => createReadStream(file) };
  const report = await importSource(source, sink, { format: null, libraryId: 'l', belongs: () => true });
  if (report.kind !== 'imported') throw new Error(report.reason);
  return sink.sessions.flatMap(({ sessionId }) => {
    const records = sink.records.filter((record) => record.sessionId === sessionId);
    return taskRuns(records).map((run) => trajectoryOf(sessionId, run));
  });
}

function trajectoryOf(sessionId: string, run: TaskRun<CallRecord>): MinedTrajectory {
  return {
    id: `${sessionId}/${run.taskId}`,
    sessionId,
    taskKey: run.groupKey,
    agentConfigId: run.agentConfigId,
    endedAt: null,
    outcome: run.outcome,
    acceptance: null,
    reward: run.outcome ?? 0,
    domain: 'other',
    isLive: false,
    steps: minedSteps(run.steps),
  };
}
