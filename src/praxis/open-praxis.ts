import { PraxisError } from '../base/errors.ts';
import type { RunProgress } from '../run/progress.ts';
import type { RunResult } from '../run/result.ts';
import type { RunStore } from '../run/store.ts';
import { type CheckpointFiles, checkpointFilesIn } from './checkpoint-files.ts';
import { runDemo } from './demo.ts';
import type { DemoRequest, DemoResult, RunDoor, RunPreview, RunRequest, TaskSource } from './door.ts';
import type { EvalReport, EvalRequest, EvalWatch } from './eval.ts';
import type { LearnProgress, LearnReport } from './learn.ts';
import type { ExperienceLibrary } from './library/experience-library.ts';
import { previewTask } from './preview.ts';
import { openRecords } from './records.ts';
import { runTask } from './run-task.ts';
import { verifySession } from './verify.ts';

export interface OpenOptions {
  /** Folder that task paths are relative to. */
  readonly cwd: string;
  /** Library to use in place of that of the task or the repository. */
  readonly library?: string;
}

export interface RunOptions {
  readonly resume?: RunRequest['resume'];
  readonly isNew?: boolean;
  readonly onProgress?: (progress: RunProgress) => void;
  readonly signal?: AbortSignal;
}

export interface LearnOptions extends Partial<LearnProgress> {
  readonly isDryRun?: boolean;
  /** Asks no language model, whatever PRAXIS_MODEL says. */
  readonly isOffline?: boolean;
  /** Waits for another process that learns, and for jobs that may not be tried again yet. */
  readonly isPatient?: boolean;
}

export interface EvaluateOptions extends Partial<Omit<EvalRequest, 'cwd' | 'library'>>, Partial<EvalWatch> {}

/** The verbs of Praxis for programs: the same as on the command line. */
export interface Praxis {
  /** Runs a task file (a string is its path), or the task that a text stands for, to PASS or to an honest stop. */
  run(task: TaskSource | string, options?: RunOptions): Promise<RunResult>;
  /** What a run would begin with; runs and writes nothing. */
  preview(task: TaskSource | string): Promise<RunPreview>;
  /** Sessions, journals and evidence. The caller closes them. */
  records(): Promise<RunStore>;
  readonly checkpoints: CheckpointFiles;
  /** The guidelines of the library, with those of the user beneath. The caller closes it. */
  experience(): Promise<ExperienceLibrary>;
  /** Learns from the sessions that were sealed since the last time, or tells in a dry run what they would teach. */
  learn(options?: LearnOptions): Promise<LearnReport>;
  /** Says what lessons from recorded runs, or those of the library, are worth on runs that they have not seen. */
  evaluate(options?: EvaluateOptions): Promise<EvalReport>;
  demo(request: DemoRequest, options?: Pick<RunOptions, 'onProgress' | 'signal'>): Promise<DemoResult>;
}

/**
 * Opens a workspace. Wrong arguments are USAGE, here and in the verbs.
 *
 * @example
 * ```ts
 * const praxis = openPraxis({ cwd: '/srv/shop' });
 * const { status, cycles } = await praxis.run('task.yaml');
 * ```
 */
export function openPraxis(options: OpenOptions): Praxis {
  if (typeof options?.cwd !== 'string') {
    throw new PraxisError('USAGE', 'openPraxis wants the folder to work in', {
      hint: "For example: openPraxis({ cwd: '/srv/shop' }).",
    });
  }
  const request = (task: TaskSource | string, own: RunOptions = {}): RunRequest => ({
    cwd: options.cwd,
    source: sourceOf(task),
    resume: own.resume ?? { kind: 'none' },
    answer: null,
    isNew: own.isNew ?? false,
    library: options.library ?? null,
    controllerFile: null,
    group: null,
    parent: null,
    reserve: {},
    isTerminal: false,
  });
  const watch = (own: Pick<RunOptions, 'onProgress' | 'signal'> = {}) => ({
    onProgress: own.onProgress ?? (() => undefined),
    signal: own.signal ?? new AbortController().signal,
  });
  return {
    run: async (task, own) => runTask(request(task, own), watch(own)),
    preview: async (task) => previewTask(request(task)),
    checkpoints: checkpointFilesIn(options.cwd),
    records: () => openRecords(options.cwd, options.library ?? null),
    async experience() {
      const { openLibrary } = await import('./library/open-library.ts');
      return openLibrary({ cwd: options.cwd, library: options.library ?? null });
    },
    async learn({ isDryRun = false, isOffline = false, isPatient = false, onJob, onFailure, signal } = {}) {
      const { learn } = await import('./learn.ts');
      return learn(
        { cwd: options.cwd, library: options.library ?? null, isDryRun, isOffline, isPatient },
        {
          onJob: onJob ?? (() => undefined),
          onFailure: onFailure ?? (() => undefined),
          signal: signal ?? new AbortController().signal,
        },
      );
    },
    async evaluate({ onProgress, signal, ...own } = {}) {
      const { EVAL_DEFAULTS, evaluateLearning } = await import('./eval.ts');
      return evaluateLearning(
        { ...EVAL_DEFAULTS, ...own, cwd: options.cwd, library: options.library ?? null },
        { onProgress: onProgress ?? (() => undefined), signal: signal ?? new AbortController().signal },
      );
    },
    demo: (demo, own) => runDemo(demo, watch(own)),
  };
}

function sourceOf(task: unknown): TaskSource {
  if (typeof task === 'string') return { kind: 'file', path: task };
  if (isSource(task)) return task;
  throw new PraxisError('USAGE', `${JSON.stringify(task) ?? String(task)} is no task`, {
    hint: "Give the path of a task file, or { kind: 'text', text } with the text of one.",
  });
}

function isSource(task: unknown): task is TaskSource {
  if (typeof task !== 'object' || task === null || !('kind' in task)) return false;
  if (task.kind === 'file') return 'path' in task && typeof task.path === 'string';
  if (task.kind === 'text') return 'text' in task && typeof task.text === 'string';
  return task.kind === 'session';
}

/** The run verbs as the command line reaches them. */
export const runDoor: RunDoor = { runTask, previewTask, runDemo, openRecords, verifySession };
