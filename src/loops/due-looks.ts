import { unitCounts } from '../learning/extract/offline/channel-data.ts';
import { corpusOf } from '../learning/extract/offline/corpus.ts';
import { nextLook } from '../learning/extract/offline/looks.ts';
import { minedRun, type RecordedTrajectory } from '../learning/extract/offline/mined-history.ts';
import { type ByChannel, CHANNELS, type Channel, OFFLINE_DEFAULTS } from '../learning/extract/offline/settings.ts';
import type { History } from './history.ts';
import type { CountedUnits, JobStore, LearningJob, Looks, PlaceUnits } from './job-store.ts';

/** What a session adds to each channel, as its calls were recorded; signatures that are united later count one by one. */
export function unitsOf(runs: readonly RecordedTrajectory[], { stepsOf }: Pick<History, 'stepsOf'>): ByChannel<number> {
  return unitCounts(corpusOf(runs.map((run) => minedRun(run, null, stepsOf(run)))));
}

/**
 * Whether a channel may be due at a job, told from counts. Where it is false no look would be, so that nothing has to be read
 * of the history. A job that was set aside comes out of its order and is always worked through.
 */
export async function mayBeDue(
  job: Pick<LearningJob, 'place' | 'isParked'>,
  own: ByChannel<number>,
  looked: Looks,
  { jobs, history }: { readonly jobs: JobStore; readonly history: History },
): Promise<boolean> {
  if (job.isParked) return true;
  const counted = await jobs.countedUnits(job.place);
  if (counted.uncounted.length > 0) return true;
  const open = CHANNELS.filter((channel) => mayHaveGrown(channel, looked[channel], counted, own));
  if (open.some((channel) => looked[channel] !== null)) return true;
  if (open.length === 0) return false;
  const mayHold = await history.mayContrast(job.place);
  return open.some((channel) => mayHold[channel]);
}

function mayHaveGrown(
  channel: Channel,
  before: number | null,
  { units, recoveriesSinceLook }: CountedUnits,
  own: ByChannel<number>,
): boolean {
  const all = units[channel] + own[channel];
  if (before === null) return all >= 2 * OFFLINE_DEFAULTS.minSide;
  // Of signatures that were united since, fewer units are left than their sessions counted: what is new bounds better.
  const most = channel === 'recovery' ? Math.min(all, before + recoveriesSinceLook + own.recovery) : all;
  return most >= nextLook(before, OFFLINE_DEFAULTS);
}

/** The counts that a job leaves behind: its own, and after a look those of sessions that were never counted. */
export async function countsAfter(
  job: Pick<LearningJob, 'place'>,
  own: ByChannel<number>,
  { jobs, history }: { readonly jobs: JobStore; readonly history: History },
  isWhole: boolean,
): Promise<readonly PlaceUnits[]> {
  const mine: PlaceUnits = { place: job.place, units: own };
  if (!isWhole) return [mine];
  const { uncounted } = await jobs.countedUnits(job.place);
  if (uncounted.length === 0) return [mine];
  const parts = await history.parts(uncounted);
  return [...Array.from(parts, ([place, runs]) => ({ place, units: unitsOf(runs, history) })), mine];
}
