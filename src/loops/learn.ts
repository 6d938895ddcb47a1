import { type Clock, isoTime } from '../base/clock.ts';
import type { JobStore, LearningJob } from './job-store.ts';
import { type LearnTools, type Learnt, runLearningJob } from './learning-job.ts';
import { type MaintainTools, runMaintenanceJob } from './maintenance-job.ts';

/** Pauses before a job that failed is tried again; after the last it is parked. */
const RETRY_AFTER_MS: readonly number[] = [1_000, 10_000, 60_000];

export interface LearnWatch {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Waits for jobs that may not be tried again yet; false: leaves them for later. */
  readonly isPatient: boolean;
  pause(ms: number): Promise<void>;
  /** A session was learnt from. */
  onJob(done: { readonly job: LearningJob; readonly learnt: Learnt; readonly left: number }): void;
  /** A job that failed: it is tried again, or parked. */
  onFailure(failed: { readonly job: LearningJob; readonly error: unknown; readonly isParked: boolean }): void;
}

/** Does the jobs that wait, in their order, one after the other. From how many sessions was learnt. */
export async function learnQueued(tools: LearnTools & MaintainTools, watch: LearnWatch): Promise<number> {
  const triedParked = new Set<string>();
  for (let done = 0; ; ) {
    // Nothing of a job waits for the world outside: without a pause no signal would ever be heard.
    await watch.pause(0);
    const job = await tools.jobs.nextJob();
    if (job === undefined || watch.signal.aborted || (job.isParked && triedParked.has(job.key))) return done;
    const waitMs = job.notBeforeMs - watch.clock.nowMs();
    if (!job.isParked && waitMs > 0) {
      if (!watch.isPatient) return done;
      await watch.pause(waitMs);
      continue;
    }
    if (job.isParked) triedParked.add(job.key);
    try {
      const at = isoTime(watch.clock.nowMs());
      if (job.kind === 'maintain') {
        await runMaintenanceJob(job, tools, at);
        continue;
      }
      const learnt = await runLearningJob(job, tools, at);
      done += 1;
      watch.onJob({ job, learnt, left: (await tools.jobs.jobCounts()).queued });
    } catch (error) {
      // What a signal ended has not failed: it waits for the next time.
      if (watch.signal.aborted) return done;
      const isParked = await failed(job, error, tools.jobs, watch);
      watch.onFailure({ job, error, isParked });
    }
  }
}

async function failed(job: LearningJob, error: unknown, jobs: JobStore, { clock }: LearnWatch): Promise<boolean> {
  const pauseMs = RETRY_AFTER_MS[job.attempts];
  const isParked = job.isParked || pauseMs === undefined;
  await jobs.jobFailed(job.key, {
    attempts: job.attempts + 1,
    notBeforeMs: clock.nowMs() + (pauseMs ?? 0),
    isParked,
    reason: error instanceof Error ? error.message : String(error),
  });
  return isParked;
}
