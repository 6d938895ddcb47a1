import { applyOperations } from '../experience/apply.ts';
import type { Batch } from '../experience/batch.ts';
import type { BatchContext } from '../experience/draft.ts';
import type { EntryChange, LibraryState } from '../experience/library-state.ts';
import type { Operation } from '../experience/operation.ts';
import type { NewReviewItem } from '../experience/review-item.ts';
import { situationOf } from '../experience/situation.ts';
import type { Commit, LibraryStamp, NewVectors } from '../experience/store.ts';
import type { TextVectors } from '../experience/text-vectors.ts';
import type { EntryInUse } from '../experience/uses.ts';
import type { RecordedTrajectory } from '../learning/extract/offline/mined-history.ts';
import { trajectoryName } from '../learning/trajectory-name.ts';

/** What a job would change, and of which version of the library. */
export interface JobPlan {
  readonly commit: Commit;
  readonly expected: LibraryStamp;
}

interface JobWork {
  readonly kind: Extract<Batch['kind'], 'learn' | 'maintain'>;
  /** Its batch bears the key of the job, so that it is applied once. */
  readonly context: BatchContext;
  readonly library: LibraryState;
  readonly expected: LibraryStamp;
  readonly operations: readonly Operation[];
  /** Counted before the operations. */
  readonly uses: readonly EntryInUse[];
  /** Trajectories that may be the evidence of new entries. */
  readonly runs: readonly RecordedTrajectory[];
  readonly review: readonly NewReviewItem[];
  readonly vectors: TextVectors;
  readonly job: NonNullable<Commit['job']>;
}

/** The one commit of a job, which is a batch even where it changes nothing. */
export async function jobPlan(work: JobWork): Promise<JobPlan> {
  const { kind, context, library, expected, operations, uses, runs, review, vectors, job } = work;
  const applied = applyOperations(library, operations, context, uses);
  const { outcomes, changes } = applied;
  const batch: Batch = {
    v: 1,
    id: context.batch,
    kind,
    at: context.at,
    epoch: context.epoch,
    undoes: null,
    sessionId: null,
    operations,
    outcomes,
    changes,
  };
  const commit: Commit = {
    batch,
    uses: applied.uses,
    nextId: applied.next.nextId,
    vectors: await vectorsOf(changes, runs, vectors),
    review,
    reviewed: [],
    relations: { added: [], dropped: [], replaced: [] },
    advancesEpoch: false,
    job,
  };
  return { commit, expected };
}

/** Of new entries also where they were learnt: the vectors of the tasks of their evidence. */
async function vectorsOf(
  changes: readonly EntryChange[],
  runs: readonly RecordedTrajectory[],
  vectors: TextVectors,
): Promise<readonly NewVectors[]> {
  const made = await vectors.ofChanges(changes);
  if (made.length === 0) return made;
  const known = new Map(runs.map(({ trajectory }) => [trajectoryName(trajectory), trajectory]));
  const situations = new Map<string, Float32Array | null>();
  for (const { id, after } of changes) {
    const tasks = (after?.evidence.trajectoryIds ?? []).flatMap((name) => known.get(name) ?? []);
    if (tasks.length === 0) continue;
    for (const [encoderId, found] of await vectors.inAllSpaces(tasks.map((task) => task.taskText))) {
      const situated = tasks.map((task, index) => ({
        id: trajectoryName(task),
        endedAt: task.endedAt,
        vector: found[index] ?? null,
      }));
      situations.set(`${id} ${encoderId}`, situationOf(situated));
    }
  }
  return made.map((one) => {
    const situation = situations.get(`${one.id} ${one.encoderId}`);
    return situation === undefined ? one : { ...one, situation };
  });
}
