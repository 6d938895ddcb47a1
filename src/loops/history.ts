import { FirstContrasts } from '../learning/extract/offline/first-contrasts.ts';
import { type RecordedTrajectory, readingOnce } from '../learning/extract/offline/mined-history.ts';
import { OFFLINE_DEFAULTS } from '../learning/extract/offline/settings.ts';
import { recordedTrajectories } from '../learning/recorded-part.ts';
import type { JobStore, LearningJob } from './job-store.ts';

/** What was sealed up to a place in the queue, read as far as it is asked for, each session once. */
export class History {
  readonly #jobs: JobStore;
  /** By place, ascending. */
  readonly #runs = new Map<number, readonly RecordedTrajectory[]>();
  readonly #contrasts = new FirstContrasts(OFFLINE_DEFAULTS);
  #read = 0;
  /** The steps of a trajectory as they were recorded. */
  readonly stepsOf = readingOnce();

  constructor(jobs: JobStore) {
    this.#jobs = jobs;
  }

  /** Ordered by the end of their sessions, oldest first. */
  async upTo(place: number): Promise<readonly RecordedTrajectory[]> {
    await this.#readUpTo(place);
    return [...this.#runs]
      .filter(([at]) => at <= place)
      .flatMap(([, runs]) => runs)
      .sort((a, b) => compare(endOf(a), endOf(b)));
  }

  /** The trajectories of the session of a job; of the others nothing is read. */
  async ownOf({ place }: Pick<LearningJob, 'place'>): Promise<readonly RecordedTrajectory[]> {
    const isNext = this.#read > 0 || place === 1;
    if (isNext) await this.#readUpTo(place);
    return this.#runs.get(place) ?? (await this.#jobs.recordedParts(place - 1, place)).flatMap(recordedTrajectories);
  }

  /** Whether some predicate of each channel may be admissible in what was sealed up to a place. Where it is false, none is. */
  async mayContrast(place: number): Promise<FirstContrasts['mayHold']> {
    await this.#readUpTo(place);
    return this.#contrasts.mayHold;
  }

  /** The sessions up to a place whose job has no count of its units yet, with what they hold. */
  async parts(places: readonly number[]): Promise<ReadonlyMap<number, readonly RecordedTrajectory[]>> {
    await this.#readUpTo(Math.max(0, ...places));
    return new Map(places.map((place) => [place, this.#runs.get(place) ?? []]));
  }

  async #readUpTo(place: number): Promise<void> {
    if (place <= this.#read) return;
    for (const part of await this.#jobs.recordedParts(this.#read, place)) {
      const runs = recordedTrajectories(part);
      this.#runs.set(part.place, runs);
      for (const run of runs) this.#contrasts.add(run, this.stepsOf(run));
    }
    this.#read = place;
  }
}

function endOf({ trajectory }: RecordedTrajectory): string {
  return trajectory.endedAt ?? '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
