import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../base/errors.ts';
import type { Planner } from '../experience/plan-batch.ts';
import { systemClock } from '../host/clock.ts';
import { type Environment, readEnvironment } from '../host/environment.ts';
import type { RefusedWish } from '../learning/extract/model/contrast-stage.ts';
import type { ModelExtraction } from '../learning/extract/model/extract-model.ts';
import type { InquiryCount, InquiryParts } from '../learning/extract/model/inquiry.ts';
import { ModelFault } from '../learning/extract/model/language-model.ts';
import { type ModelExtractor, modelExtractor } from '../loops/model-extractor.ts';
import { aiSdkModel } from '../models/language/ai-sdk-model.ts';
import { modelChoice } from '../models/language/model-choice.ts';
import type { SqliteLibrary } from '../store/sqlite/run-store.ts';

/** What a language model was asked by the jobs of one call of `learn`, and what came of it. */
export interface ModelReport extends InquiryCount {
  /** Groups of attempts that were due, and those that were finished within the budget. */
  readonly groups: { readonly due: number; readonly done: number };
  /** Answers that could not be used, after a repair. */
  readonly unusable: number;
  /** What it wished and may not have. */
  readonly refused: readonly RefusedWish[];
}

const TIMEOUT_MS = 120_000;
const MAX_CALLS = 60;

/** What asking a model takes, but for the job; null where none is configured. MODEL_UNKNOWN for one that cannot be asked. */
export function inquiryParts(
  { modelCalls: calls }: Pick<SqliteLibrary, 'modelCalls'>,
  signal: AbortSignal,
): Omit<InquiryParts, 'job'> | null {
  const environment = readEnvironment();
  const { model: named, modelUrl, modelKey } = environment;
  const choice = modelChoice({ model: named, modelUrl, key: modelKey });
  if (choice === null) return null;
  const model = aiSdkModel(choice, {
    timeoutMs: TIMEOUT_MS,
    fault: (kind, message, retryAfterMs) => new ModelFault(kind, message, retryAfterMs),
  });
  return {
    model,
    calls,
    maxCalls: maxCallsOf(environment),
    nowMs: systemClock.nowMs,
    signal,
    pause: (ms) => sleep(ms, undefined, { signal }),
  };
}

/** The extractor of learning jobs over the configured model; null where none is. */
export async function openModelExtractor(
  store: SqliteLibrary,
  { held, vectors }: Planner,
  signal: AbortSignal,
): Promise<ModelExtractor | null> {
  const parts = inquiryParts(store, signal);
  if (parts === null) return null;
  return modelExtractor({ ...parts, jobs: store, held, vectors, records: (partId) => store.records(partId) });
}

function maxCallsOf({ modelCalls }: Environment): number {
  if (modelCalls === null) return MAX_CALLS;
  const calls = Number(modelCalls);
  if (Number.isSafeInteger(calls) && calls >= 0) return calls;
  throw new PraxisError('MODEL_UNKNOWN', 'PRAXIS_MODEL_CALLS is no whole number', {
    hint: `It says how many calls one learning job may make; ${MAX_CALLS} where it is not set.`,
  });
}

/** A report with what one more job asked. */
export function withExtraction(report: ModelReport | null, extraction: ModelExtraction): ModelReport {
  const { count, due, done, unusable, refused } = extraction;
  if (report === null) return { ...count, groups: { due, done }, unusable, refused };
  const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);
  return {
    calls: report.calls + count.calls,
    cached: report.cached + count.cached,
    repaired: report.repaired + count.repaired,
    usage: { input: sum(report.usage.input, count.usage.input), output: sum(report.usage.output, count.usage.output) },
    groups: { due: report.groups.due + due, done: report.groups.done + done },
    unusable: report.unusable + unusable,
    refused: [...report.refused, ...refused],
  };
}
