import { cosine } from '../experience/consolidate/text-cosine.ts';
import type { HeldLibrary } from '../experience/held-library.ts';
import { entryName } from '../experience/library-index.ts';
import type { LibraryState } from '../experience/library-state.ts';
import type { TextVectors } from '../experience/text-vectors.ts';
import { extractByModel, type ModelExtraction } from '../learning/extract/model/extract-model.ts';
import { Inquiry, type InquiryParts } from '../learning/extract/model/inquiry.ts';
import type { FullRun } from '../learning/extract/model/shown-run.ts';
import type { StoredTrajectory } from '../learning/store.ts';
import { trajectoryName } from '../learning/trajectory-name.ts';
import type { TelemetryRecord } from '../telemetry/event.ts';
import { taskRuns } from '../telemetry/task-run.ts';
import type { JobStore, LearningJob } from './job-store.ts';

/** Extracts lessons from the session of a job. */
export type ModelExtractor = (
  job: Pick<LearningJob, 'key' | 'place' | 'partId'>,
  library: LibraryState,
) => Promise<ModelExtraction>;

export interface ModelExtractorParts extends Omit<InquiryParts, 'job'> {
  readonly jobs: Pick<JobStore, 'recentRuns'>;
  readonly held: HeldLibrary;
  readonly vectors: TextVectors;
  /** Told of each inquiry that begins, so that its calls are known also where the job fails. */
  onInquiry(inquiry: Inquiry): void;
  /** The records of a part of a session, with what came back. */
  records(partId: string): Promise<readonly TelemetryRecord[]>;
}

/** A task is compared with attempts of so many sessions. */
const RECENT_SESSIONS = 50;
const NEAREST = 5;

/** A language model as the extractor of learning jobs. */
export function modelExtractor(parts: ModelExtractorParts): ModelExtractor {
  const { jobs, held, vectors, records, calls } = parts;
  return async (job, library) => {
    const { trajectories } = await jobs.recentRuns(job.place, RECENT_SESSIONS, 'own');
    const inquiry = new Inquiry({ ...parts, job: job.key });
    parts.onInquiry(inquiry);
    return extractByModel({
      session: job.partId,
      recent: trajectories,
      inquiry,
      calls,
      fullRun: (trajectory) => fullRun(trajectory, records),
      comparison: {
        dupAt: vectors.main.dupAt,
        vectorsOf: async (texts) => (await vectors.inAllSpaces(texts)).get(vectors.main.id) ?? [],
      },
      nearest: (text) => nearestEntries(text, library, held, vectors),
      nameOf: (id) => entryName(held.scope, id),
    });
  };
}

async function fullRun(trajectory: StoredTrajectory, records: ModelExtractorParts['records']): Promise<FullRun> {
  const runs = taskRuns(await records(trajectory.sessionId));
  const calls = runs.find(({ taskId }) => taskId === trajectory.taskId)?.steps ?? [];
  return { name: trajectoryName(trajectory), trajectory, calls };
}

async function nearestEntries(text: string, library: LibraryState, { store }: HeldLibrary, vectors: TextVectors) {
  const shown = [...library.entries.values()].filter(({ status }) => status !== 'archived');
  const query = shown.length === 0 ? null : await vectors.compared(text);
  if (query === null) return [];
  const known = new Map((await store.vectors(vectors.main.id)).map((one) => [one.id, one.text]));
  return shown
    .map((entry) => {
      const vector = known.get(entry.id) ?? null;
      return { entry, near: vector === null ? -1 : cosine(query, vector) };
    })
    .sort((a, b) => b.near - a.near || a.entry.id - b.entry.id)
    .slice(0, NEAREST)
    .map(({ entry }) => entry);
}
