import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../base/errors.ts';
import type { Operation } from '../experience/operation.ts';
import { systemClock } from '../host/clock.ts';
import type { ModelExtraction } from '../learning/extract/model/extract-model.ts';
import type { OfflineExtraction } from '../learning/extract/offline/extract-offline.ts';
import { groupsOf } from '../learning/groups.ts';
import { History } from '../loops/history.ts';
import { learnQueued } from '../loops/learn.ts';
import { type LearnTools, type Learnt, lookAtAll } from '../loops/learning-job.ts';
import type { MaintainTools } from '../loops/maintenance-job.ts';
import { lockFile } from '../policy/file-store/index.ts';
import { type LoopLibrary, withLoopLibrary } from './loops/loop-library.ts';
import { maintenanceSettings } from './loops/maintain-library.ts';
import { purgeDue } from './loops/purge-library.ts';
import { lessonsOf } from './loops/session-lessons.ts';
import { SessionSweeps } from './loops/sweep-library.ts';
import { type ModelReport, modelReport, type OpenModel, openModelExtractor } from './model-extraction.ts';
import { learnLock } from './take-over.ts';

export interface LearnRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** Tells what would be learnt from all that was sealed, and changes nothing. */
  readonly isDryRun: boolean;
  /** Asks no language model, whatever is configured. */
  readonly isOffline?: boolean;
  /** Waits for another process that learns, and for jobs that may not be tried again yet. */
  readonly isPatient: boolean;
  /** Nobody reads the report: what only the whole history tells is left out of it. */
  readonly isUnheard?: boolean;
}

export interface LearnProgress {
  onJob(job: { readonly key: string; readonly operations: number; readonly left: number }): void;
  onFailure(failed: { readonly key: string; readonly message: string; readonly isParked: boolean }): void;
  readonly signal: AbortSignal;
}

/** What a call of `learn` came to. */
export interface LearnReport {
  /** Jobs that were done. */
  readonly done: number;
  /** Jobs that are left, and those of them that failed too often. */
  readonly queued: number;
  readonly parked: number;
  /** Another process is learning from this library: nothing was done here. */
  readonly isBusy: boolean;
  readonly groups: { readonly seen: number; readonly used: number; readonly skipped: Readonly<Record<string, number>> };
  /** Of the last job, or of the whole history where none was due; null where nothing was sealed, or another learns. */
  readonly extraction: OfflineExtraction | null;
  /** What a language model was asked; null: none was. */
  readonly model: ModelReport | null;
  /** Of all jobs that were done. */
  readonly operations: readonly Operation[];
  readonly library: { readonly version: number; readonly size: number };
}

/** Learns what the sealed sessions of a library have to teach: takes in the spool, seals what is over, does the jobs that wait. */
export async function learn(request: LearnRequest, progress: LearnProgress): Promise<LearnReport> {
  const report = await withLoopLibrary(
    request.cwd,
    request.library,
    (opened) => learnOpened(opened, request, progress),
    { takesOver: false },
  );
  return report ?? NOTHING_RECORDED;
}

const NOTHING_RECORDED: LearnReport = {
  done: 0,
  queued: 0,
  parked: 0,
  isBusy: false,
  groups: { seen: 0, used: 0, skipped: {} },
  extraction: null,
  model: null,
  operations: [],
  library: { version: 0, size: 0 },
};

async function learnOpened(opened: LoopLibrary, request: LearnRequest, progress: LearnProgress): Promise<LearnReport> {
  const lock = await lockOf(opened.folder, request.isPatient, progress.signal);
  if (lock === null) return { ...(await standing(opened)), isBusy: true };
  try {
    const tools = await toolsOf(opened, request, progress.signal);
    if (request.isDryRun) return await wouldLearn(opened, tools);
    const report = await learnHeld(opened, tools, request, progress);
    await purgeDue(opened);
    return report;
  } finally {
    await lock.release();
  }
}

type Tools = LearnTools & MaintainTools & { readonly opened: OpenModel | null };

async function toolsOf(opened: LoopLibrary, request: LearnRequest, signal: AbortSignal): Promise<Tools> {
  const { libraryId, store } = opened;
  const planner = await opened.planner();
  const { held, vectors } = planner;
  const sweeps = new SessionSweeps(opened, planner);
  const isAsked = request.isOffline !== true && !request.isDryRun;
  const model = isAsked ? openModelExtractor(store, planner, signal) : null;
  return {
    opened: model,
    model: model?.extract ?? null,
    libraryId,
    held,
    vectors,
    jobs: store,
    history: new History(store),
    loops: store.loops,
    lessonsOf: (corrections, bound) => lessonsOf(corrections, opened, planner, bound),
    sweep: ({ partId }, library, bound) => sweeps.after(partId, library, bound),
    settingsAt: ({ epoch, place }, library) =>
      maintenanceSettings(opened, library, vectors.main, { epoch: epoch ?? library.epoch, place }),
  };
}

async function learnHeld(
  opened: LoopLibrary,
  tools: Tools,
  { isPatient, isUnheard = false }: LearnRequest,
  progress: LearnProgress,
): Promise<LearnReport> {
  const operations: Operation[] = [];
  let extraction: OfflineExtraction | null = null;
  const extracted: ModelExtraction[] = [];
  const done = await learnQueued(tools, {
    clock: systemClock,
    signal: progress.signal,
    isPatient,
    pause: (ms) => sleep(ms, undefined, { signal: progress.signal }).catch(() => undefined),
    onJob: ({ job, learnt, left }) => {
      operations.push(...learnt.operations);
      extraction = learnt.extraction;
      if (learnt.model !== null) extracted.push(learnt.model);
      progress.onJob({ key: job.key, operations: learnt.operations.length, left });
    },
    onFailure: ({ job, error, isParked }) =>
      progress.onFailure({ key: job.key, message: error instanceof Error ? error.message : String(error), isParked }),
  });
  const model = tools.opened === null ? null : modelReport(tools.opened.asked(), extracted);
  if (isUnheard)
    return { ...NOTHING_RECORDED, ...(await opened.store.jobCounts()), done, operations, extraction, model };
  if (!progress.signal.aborted && tools.model === null) extraction ??= (await wholeHistory(tools))?.extraction ?? null;
  return { ...(await standing(opened)), done, operations, extraction, model };
}

async function wouldLearn(opened: LoopLibrary, tools: Tools): Promise<LearnReport> {
  const learnt = await wholeHistory(tools);
  return { ...(await standing(opened)), operations: learnt?.operations ?? [], extraction: learnt?.extraction ?? null };
}

const ALL = Number.MAX_SAFE_INTEGER;

/** What the whole history would teach now; null where there is none. */
async function wholeHistory(tools: Tools): Promise<Learnt | null> {
  const runs = await tools.history.upTo(ALL);
  return runs.length === 0 ? null : lookAtAll(runs, tools);
}

/** How things stand, with nothing done. */
async function standing({ store }: LoopLibrary): Promise<LearnReport> {
  const { trajectories } = await store.recentRuns(ALL, ALL, 'newest');
  const groups = groupsOf(trajectories);
  const skipped: Record<string, number> = {};
  for (const { advantage } of groups)
    if (advantage.skip !== null) skipped[advantage.skip] = (skipped[advantage.skip] ?? 0) + 1;
  const used = groups.filter(({ advantage }) => advantage.skip === null).length;
  const library = await store.experience.read();
  const size = [...library.entries.values()].filter((entry) => entry.status !== 'archived').length;
  return {
    ...NOTHING_RECORDED,
    ...(await store.jobCounts()),
    groups: { seen: groups.length, used, skipped },
    library: { version: library.version, size },
  };
}

const WAIT_MS = 500;

/** Null where another process holds it and nobody waits. */
async function lockOf(folder: string, isPatient: boolean, signal: AbortSignal) {
  for (;;) {
    try {
      return await lockFile(learnLock(folder), { holder: `praxis learn, process ${process.pid}` });
    } catch (error) {
      if (!(error instanceof PraxisError) || error.code !== 'CHECKPOINT_BUSY') throw error;
      if (!isPatient || signal.aborted) return null;
      await sleep(WAIT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
