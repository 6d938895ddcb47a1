import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isoTime } from '../base/clock.ts';
import { PraxisError } from '../base/errors.ts';
import { HeldLibrary } from '../experience/held-library.ts';
import type { Operation } from '../experience/operation.ts';
import { TextVectors } from '../experience/text-vectors.ts';
import { ScanIndex } from '../experience/vector-index/scan-index.ts';
import { systemClock } from '../host/clock.ts';
import { readEnvironment } from '../host/environment.ts';
import type { OfflineExtraction } from '../learning/extract/offline/extract-offline.ts';
import { groupsOf } from '../learning/groups.ts';
import { History, learnQueued } from '../loops/learn.ts';
import { type LearnTools, planJob } from '../loops/learning-job.ts';
import { floorEncoder } from '../models/floor-encoder.ts';
import { lockFile } from '../policy/file-store/index.ts';
import { openEmbedder } from './embedder.ts';
import { storedTasks } from './library/stored-tasks.ts';
import { afterLearning } from './loops/after-learning.ts';
import { type OpenLibrary, openLibrary, settle } from './telemetry/open-library.ts';

export interface LearnRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** Tells what would be learnt from all that was sealed, and changes nothing. */
  readonly isDryRun: boolean;
  /** Waits for another process that learns, and for jobs that may not be tried again yet. */
  readonly isPatient: boolean;
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
  /** Of the last job, or of the whole history where none was due; null where nothing was sealed. */
  readonly extraction: OfflineExtraction | null;
  /** Of all jobs that were done. */
  readonly operations: readonly Operation[];
  readonly library: { readonly version: number; readonly size: number };
}

/** Learns what the sealed sessions of a library have to teach: takes in the spool, seals what is over, does the jobs that wait. */
export async function learn(request: LearnRequest, progress: LearnProgress): Promise<LearnReport> {
  const opened = await openLibrary(request.cwd, request.library);
  try {
    await settle(opened);
    const lock = await lockOf(opened, request.isPatient, progress.signal);
    if (lock === null) return await report(await toolsOf(opened), opened, { done: 0, operations: [], isBusy: true });
    try {
      return await learnLocked(opened, request, progress);
    } finally {
      await lock.release();
    }
  } finally {
    await opened.store.close();
  }
}

async function learnLocked(opened: OpenLibrary, request: LearnRequest, progress: LearnProgress): Promise<LearnReport> {
  const tools = await toolsOf(opened);
  const operations: Operation[] = [];
  let extraction: OfflineExtraction | null = null;
  if (request.isDryRun) return report(tools, opened, { done: 0, operations, isBusy: false, isDryRun: true });
  const done = await learnQueued(tools, {
    clock: systemClock,
    signal: progress.signal,
    isPatient: request.isPatient,
    pause: (ms) => sleep(ms, undefined, { signal: progress.signal }).catch(() => undefined),
    onJob: ({ job, learnt, left }) => {
      operations.push(...learnt.batch.operations);
      extraction = learnt.extraction;
      progress.onJob({ key: job.key, operations: learnt.batch.operations.length, left });
    },
    onFailure: ({ job, error, isParked }) =>
      progress.onFailure({ key: job.key, message: error instanceof Error ? error.message : String(error), isParked }),
  });
  if (done > 0) await afterLearning(request.cwd, request.library);
  return report(tools, opened, { done, operations, isBusy: false, extraction });
}

async function toolsOf({ libraryId, store }: OpenLibrary): Promise<LearnTools> {
  const held = new HeldLibrary('r', store.experience, ({ id, dims }) => new ScanIndex(id, dims));
  const encoders = { floor: floorEncoder, model: await openEmbedder(readEnvironment()) };
  const vectors = new TextVectors(encoders, storedTasks(store));
  await vectors.settle(store.experience, 'all');
  await held.refresh();
  return { libraryId, held, vectors, jobs: store };
}

interface Told {
  readonly done: number;
  readonly operations: readonly Operation[];
  readonly isBusy: boolean;
  readonly isDryRun?: boolean;
  readonly extraction?: OfflineExtraction | null;
}

async function report(tools: LearnTools, { store }: OpenLibrary, told: Told): Promise<LearnReport> {
  const runs = await new History(store).upTo(Number.MAX_SAFE_INTEGER);
  const groups = groupsOf(runs.map(({ trajectory }) => trajectory));
  const skipped: Record<string, number> = {};
  for (const { advantage } of groups)
    if (advantage.skip !== null) skipped[advantage.skip] = (skipped[advantage.skip] ?? 0) + 1;
  const used = groups.filter(({ advantage }) => advantage.skip === null).length;
  const { queued, parked } = await store.jobCounts();
  const library = await tools.held.refresh();
  const size = [...library.entries.values()].filter((entry) => entry.status !== 'archived').length;
  const planned =
    told.extraction === undefined || told.extraction === null
      ? runs.length === 0
        ? null
        : await planJob(WHOLE_HISTORY, runs, tools, isoTime(systemClock.nowMs()))
      : null;
  return {
    done: told.done,
    queued,
    parked,
    isBusy: told.isBusy,
    groups: { seen: groups.length, used, skipped },
    extraction: told.extraction ?? planned?.extraction ?? null,
    operations: told.isDryRun === true ? (planned?.commit.batch.operations ?? []) : told.operations,
    library: { version: library.version, size },
  };
}

const WHOLE_HISTORY = { key: 'whole-history', partId: '', epoch: null } as const;

const WAIT_MS = 500;

/** Null where another process holds it and nobody waits. */
async function lockOf(opened: OpenLibrary, isPatient: boolean, signal: AbortSignal) {
  const path = join(opened.folder, 'learn.lock');
  for (;;) {
    try {
      return await lockFile(path);
    } catch (error) {
      if (!(error instanceof PraxisError) || error.code !== 'CHECKPOINT_BUSY') throw error;
      if (!isPatient || signal.aborted) return null;
      await sleep(WAIT_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
