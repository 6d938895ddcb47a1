import { applyOperations } from '../experience/apply.ts';
import type { HeldLibrary } from '../experience/held-library.ts';
import { entryName } from '../experience/library-index.ts';
import type { LibraryState } from '../experience/library-state.ts';
import type { Operation } from '../experience/operation.ts';
import type { CommitResult } from '../experience/store.ts';
import type { TextVectors } from '../experience/text-vectors.ts';
import type { EntryInUse } from '../experience/uses.ts';
import { creditsOf } from '../learning/credit.ts';
import type { ModelExtraction } from '../learning/extract/model/extract-model.ts';
import { extractOffline, type OfflineExtraction } from '../learning/extract/offline/extract-offline.ts';
import { minedHistory, type RecordedTrajectory } from '../learning/extract/offline/mined-history.ts';
import { OFFLINE_DEFAULTS } from '../learning/extract/offline/settings.ts';
import { toolDomain } from '../telemetry/tool-domain.ts';
import type { Sweep } from './build/sweep.ts';
import {
  correctionsIn,
  type FoundCorrection,
  planCorrections,
  type WeighedLesson,
} from './correct/session-corrections.ts';
import { countsAfter, mayBeDue, unitsOf } from './due-looks.ts';
import type { History } from './history.ts';
import { consolidatedWishes, type JobConsolidation, NOTHING_WISHED, reviewOf } from './job-consolidation.ts';
import { type JobPlan, jobPlan } from './job-plan.ts';
import type { JobStore, LearningJob } from './job-store.ts';
import { knownRules } from './known-rules.ts';
import { maintenanceAfter } from './maintain/maintenance-due.ts';
import type { ModelExtractor } from './model-extractor.ts';
import type { HistoryBound, LoopStore, ProposalUpdate } from './store.ts';

/** What a job works with. */
export interface LearnTools {
  /** Null: lessons are found by statistics alone. */
  readonly model: ModelExtractor | null;
  readonly libraryId: string;
  readonly held: HeldLibrary;
  readonly vectors: TextVectors;
  readonly jobs: JobStore;
  readonly history: History;
  readonly loops: Pick<LoopStore, 'commitWithProposals'>;
  /** What the corrections in a session teach, with how near the entries of the library come to each. */
  lessonsOf(corrections: readonly FoundCorrection[], bound: HistoryBound): Promise<readonly WeighedLesson[]>;
  /** The sweep that follows the session of a job, over the library as the job leaves it; with the version of the proposals that it saw. */
  sweep(
    job: Pick<LearningJob, 'partId'>,
    library: LibraryState,
    bound: HistoryBound,
  ): Promise<Pick<Sweep, 'operations'> & ProposalUpdate>;
}

/** What a job came to. */
export interface Learnt {
  /** Null: no channel was due. */
  readonly extraction: OfflineExtraction | null;
  /** Null: no model was asked. */
  readonly model: ModelExtraction | null;
  readonly operations: readonly Operation[];
}

/**
 * Does one job: counts what the lessons in view of its session were worth, takes the corrections in it, looks for new lessons
 * in the whole history up to it where a look is due, sweeps it for what should be built, and makes all of it durable with the
 * job, in one transaction and once. Where others change the library meanwhile it is planned anew.
 */
export async function runLearningJob(job: LearningJob, tools: LearnTools, at: string): Promise<Learnt> {
  for (;;) {
    const { plan, extraction, model, proposals } = await planLearning(job, tools, at);
    if ((await committed(plan, proposals, tools)) === 'moved') continue;
    return { extraction, model, operations: plan.commit.batch.operations };
  }
}

function committed({ commit, expected }: JobPlan, proposals: ProposalUpdate, tools: LearnTools): Promise<CommitResult> {
  return tools.loops.commitWithProposals(commit, expected, proposals);
}

async function planLearning(job: LearningJob, tools: LearnTools, at: string) {
  const { held, jobs, history } = tools;
  const library = await held.refresh();
  const expected = held.stamp;
  const own = await history.ownOf(job);
  const units = unitsOf(own, history);
  const looked = await jobs.looks();
  const isLook = tools.model === null && (await mayBeDue(job, units, looked, tools));
  const runs = isLook ? await history.upTo(job.place) : own;
  const epoch = job.epoch ?? job.newestEpoch;
  const context = { batch: job.key, at, epoch };
  const bound = { epoch: job.newestEpoch, job: job.place };
  const uses = await usesIn(own, job, tools, library);
  const credited = applyOperations(library, [], context, uses).next;
  const lessons = await tools.lessonsOf(correctionsIn(own), bound);
  const corrected = planCorrections(lessons, credited, job.partId, context);
  const standing = applyOperations(credited, corrected.operations, context).next;
  const { extraction, model, consolidation } = await lookedFor(job, runs, isLook, tools, standing);
  const operations = [...corrected.operations, ...consolidation.operations];
  const found = await tools.sweep(job, applyOperations(library, operations, context, uses).next, bound);
  const plan = await jobPlan({
    kind: 'learn',
    context,
    library,
    expected,
    operations: [...operations, ...found.operations],
    uses,
    runs,
    review: [...corrected.review, ...reviewOf(consolidation, held, at)],
    vectors: tools.vectors,
    job: {
      key: job.key,
      looks: extraction === null ? looked : looksAfter(extraction),
      counts: await countsAfter(job, units, tools, isLook),
      maintenance: maintenanceAfter(job.epoch),
      extracted: model?.used ?? [],
    },
  });
  return { plan, extraction, model, proposals: found };
}

/** Lessons by the model where there is one, else by statistics where a look is due. */
async function lookedFor(
  job: LearningJob,
  runs: readonly RecordedTrajectory[],
  isLook: boolean,
  tools: LearnTools,
  library: LibraryState,
): Promise<Looked> {
  if (tools.model === null) return isLook ? lookAt(runs, tools, library) : NO_LOOK;
  const model = await tools.model(job, library);
  const consolidation = await consolidatedWishes(model.operations, library, tools, model.groups);
  return { extraction: null, model, consolidation };
}

/** What the whole history would teach now, looked at as if it were due where it is. */
export async function lookAtAll(runs: readonly RecordedTrajectory[], tools: LearnTools): Promise<Learnt> {
  const { extraction, consolidation } = await lookAt(runs, tools, await tools.held.refresh());
  return { extraction, model: null, operations: consolidation.operations };
}

interface Looked extends Pick<Learnt, 'extraction' | 'model'> {
  readonly consolidation: JobConsolidation;
}

const NO_LOOK: Looked = { extraction: null, model: null, consolidation: NOTHING_WISHED };

async function lookAt(
  runs: readonly RecordedTrajectory[],
  { libraryId, held, vectors, jobs, history }: LearnTools,
  library: LibraryState,
): Promise<Looked> {
  const looked = await jobs.looks();
  const settings = { ...OFFLINE_DEFAULTS, libraryId, domainOf: (tool: string) => toolDomain(tool), looked };
  const rules = await knownRules(held.store, library);
  const extraction = extractOffline(minedHistory(runs, history.stepsOf), rules, settings);
  const consolidation = await consolidatedWishes(extraction.operations, library, { held, vectors }, new Map());
  return { extraction, model: null, consolidation };
}

/** Runs that a run is compared with lie in so many sessions. */
const COMPARED_SESSIONS = 50;

async function usesIn(
  own: readonly RecordedTrajectory[],
  { place }: LearningJob,
  { jobs, held }: LearnTools,
  library: LibraryState,
): Promise<readonly EntryInUse[]> {
  if (own.every(({ trajectory }) => trajectory.injected.length === 0)) return [];
  const { trajectories, repeated } = await jobs.recentRuns(place, COMPARED_SESSIONS, 'own');
  return creditsOf(own, library.entries.values(), trajectories, (id) => entryName(held.scope, id), repeated);
}

function looksAfter({ looks }: OfflineExtraction) {
  return { outcome: looks.outcome.lookedAt, step: looks.step.lookedAt, recovery: looks.recovery.lookedAt };
}
