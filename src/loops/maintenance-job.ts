import type { LibraryState } from '../experience/library-state.ts';
import type { Operation } from '../experience/operation.ts';
import { jobPlan } from './job-plan.ts';
import type { LearningJob } from './job-store.ts';
import type { LearnTools } from './learning-job.ts';
import { type MaintenanceSettings, maintain } from './maintain/maintain.ts';

/** What an audit of the queue works with. */
export interface MaintainTools extends Pick<LearnTools, 'held' | 'vectors'> {
  /** What the audits ask, as far as it was there at a job. */
  settingsAt(job: LearningJob, library: LibraryState): Promise<MaintenanceSettings>;
}

/** Does one audit of the queue, which sees what the job before it saw; once, like every job. */
export async function runMaintenanceJob(
  job: LearningJob,
  tools: MaintainTools,
  at: string,
): Promise<readonly Operation[]> {
  const { held, vectors } = tools;
  for (;;) {
    const library = await held.refresh();
    const expected = held.stamp;
    const { operations } = maintain(library, await tools.settingsAt(job, library));
    const { commit } = await jobPlan({
      kind: 'maintain',
      context: { batch: job.key, at, epoch: job.epoch ?? library.epoch },
      library,
      expected,
      operations,
      uses: [],
      runs: [],
      review: [],
      vectors,
      job: { key: job.key },
    });
    if ((await held.store.commit(commit, expected)) !== 'moved') return operations;
  }
}
