import { setImmediate as breathe } from 'node:timers/promises';
import { PraxisError } from '../base/errors.ts';
import { systemClock } from '../host/clock.ts';
import { type Evaluation, type EvaluationSides, evaluation } from '../learning/evaluate/evaluation.ts';
import type { EvaluationRun } from '../learning/evaluate/evaluation-run.ts';
import type { EvaluationProgress } from '../learning/evaluate/progress.ts';
import { splitByUser } from '../learning/evaluate/split.ts';
import { minedHistory } from '../learning/extract/offline/mined-history.ts';
import { History } from '../loops/history.ts';
import type { ImportFormat } from '../telemetry/import/formats.ts';
import {
  type EvalFileRequest,
  type EvalFiles,
  type NamedConfiguration,
  namedConfigurations,
  readEvalFiles,
  runsOf,
  stopIfAsked,
} from './eval-files.ts';
import { withLoopLibrary } from './loops/loop-library.ts';

export interface EvalRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** Recorded runs, split by the hash of their user; with none of them and no `train`, those of the library. */
  readonly paths: readonly string[];
  /** Recorded runs to learn from, and to hold what was learnt against: both or neither. */
  readonly train: readonly string[];
  readonly test: readonly string[];
  /** Null: found out for each file. */
  readonly format: ImportFormat | null;
  /** Share of the users, 0 to 1, whose runs are held out. */
  readonly heldOutShare: number;
  readonly strata: 'task-and-configuration' | 'task';
  /** Outcomes are replaced by such that a rule decides with that probability, 0 to 1; null: they stay. */
  readonly plant: number | null;
  /** Draws of each control and of each point of the power curve; 0 leaves both out. */
  readonly draws: number;
}

/** What is evaluated unless told otherwise: the library, half of the users held out, with 200 draws. */
export const EVAL_DEFAULTS: Omit<EvalRequest, 'cwd' | 'library'> = {
  paths: [],
  train: [],
  test: [],
  format: null,
  heldOutShare: 0.5,
  strata: 'task-and-configuration',
  plant: null,
  draws: 200,
};

export interface EvalWatch {
  onProgress(progress: EvaluationProgress): void;
  /** Aborts with INTERRUPTED. */
  readonly signal: AbortSignal;
}

/** An evaluation and where its runs came from. */
export interface EvalReport extends Evaluation {
  readonly source: {
    readonly kind: 'library' | 'files' | 'train-and-test';
    readonly files: number;
    /** Files in folders that were of no format, and records that could not be read. */
    readonly passedOver: number;
    readonly malformed: number;
    /** Where each agent configuration is found, by the last names of its files; empty for a library. */
    readonly configurations: readonly NamedConfiguration[];
    /** Null where nobody splits by it. */
    readonly heldOutShare: number | null;
  };
}

const MAX_DRAWS = 10_000;
const BREATH_MS = 50;

/** What lessons from recorded runs are worth on runs they have not seen, and whether the machinery can be trusted. */
export async function evaluateLearning(request: EvalRequest, watch: EvalWatch): Promise<EvalReport> {
  checked(request);
  const { sides, source } = await gathered(request, watch);
  const { draws, strata, plant } = request;
  const work = evaluation(sides, { draws, strata, plant });
  for (let breathedMs = Number.NEGATIVE_INFINITY; ; ) {
    // Computing waits for nothing: without a pause no signal would ever be heard.
    if (systemClock.monotonicMs() - breathedMs >= BREATH_MS) {
      await breathe();
      breathedMs = systemClock.monotonicMs();
    }
    stopIfAsked(watch.signal);
    const next = work.next();
    if (next.done === true) return { ...next.value, source };
    watch.onProgress(next.value);
  }
}

interface Gathered {
  readonly sides: EvaluationSides;
  readonly source: EvalReport['source'];
}

async function gathered(request: EvalRequest, watch: EvalWatch): Promise<Gathered> {
  const { cwd, format, train, test, paths, heldOutShare } = request;
  const reading: EvalFileRequest = {
    cwd,
    format,
    signal: watch.signal,
    onFile: (name) => watch.onProgress({ part: `reading ${name}`, done: 0, of: 1 }),
  };
  if (train.length > 0) {
    const [ours, theirs] = [await readEvalFiles(train, reading), await readEvalFiles(test, reading)];
    const known = new Set(ours.sessions.map((one) => one.sessionId));
    const others = theirs.sessions.filter((one) => !known.has(one.sessionId));
    const runs = runsOf([...ours.sessions, ...others]);
    const isOurs = (run: EvaluationRun): boolean => known.has(run.trajectory.sessionId);
    const sides = {
      developer: runs.filter(isOurs),
      heldOut: runs.filter((run) => !isOurs(run)),
      marks: null,
      onBothSides: theirs.sessions.length - others.length,
    };
    return { sides, source: { ...sourceOf('train-and-test', [ours, theirs], runs), heldOutShare: null } };
  }
  if (paths.length > 0) {
    const files = await readEvalFiles(paths, reading);
    const runs = runsOf(files.sessions);
    return { sides: splitSides(runs, heldOutShare), source: { ...sourceOf('files', [files], runs), heldOutShare } };
  }
  const runs = await libraryRuns(cwd, request.library);
  const source = { ...sourceOf('library', [], []), heldOutShare };
  return { sides: splitSides(runs, heldOutShare), source };
}

function sourceOf(
  kind: EvalReport['source']['kind'],
  all: readonly EvalFiles[],
  runs: readonly EvaluationRun[],
): Omit<EvalReport['source'], 'heldOutShare'> {
  const sum = (read: (one: EvalFiles) => number): number => all.reduce((total, one) => total + read(one), 0);
  return {
    kind,
    files: sum((one) => one.files),
    passedOver: sum((one) => one.passedOver),
    malformed: sum((one) => one.malformed),
    configurations: namedConfigurations(runs, new Map(all.flatMap((one) => [...one.fileOf]))),
  };
}

async function libraryRuns(cwd: string, library: string | null): Promise<readonly EvaluationRun[]> {
  const recorded = await withLoopLibrary(cwd, library, ({ store }) => new History(store).upTo(Number.MAX_SAFE_INTEGER));
  return minedHistory(recorded ?? []).map((trajectory) => ({ trajectory, userHash: null }));
}

function splitSides(runs: readonly EvaluationRun[], heldOutShare: number): EvaluationSides {
  return { ...splitByUser(runs, heldOutShare), onBothSides: 0 };
}

function checked({ paths, train, test, heldOutShare, plant, draws }: EvalRequest): void {
  if ([...paths, ...train, ...test].includes(''))
    throw wrong('a path is empty', 'Name files or folders of recorded runs; `.` is this folder.');
  if (train.length > 0 !== test.length > 0)
    throw wrong('--train and --test belong together', 'Name paths alone to have them split by the hash of the user.');
  if (train.length > 0 && paths.length > 0)
    throw wrong('paths stand beside --train and --test', 'Give the one or the others.');
  if (!(heldOutShare > 0 && heldOutShare < 1))
    throw wrong(`${heldOutShare} is no share of the users to hold out`, 'It lies between 0 and 1, as in 0.5.');
  if (plant !== null && !(plant > 0 && plant <= 1))
    throw wrong(`an effect of ${plant} cannot be planted`, 'It lies between 0 and 1, as in 0.6.');
  if (!Number.isInteger(draws) || draws < 0 || draws > MAX_DRAWS)
    throw wrong(`${draws} is no number of draws`, `A whole number from 0, for no controls, to ${MAX_DRAWS}.`);
}

function wrong(message: string, hint: string): PraxisError {
  return new PraxisError('USAGE', message, { hint });
}
