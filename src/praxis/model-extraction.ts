import { setTimeout as sleep } from 'node:timers/promises';
import { PraxisError } from '../base/errors.ts';
import type { Planner } from '../experience/plan-batch.ts';
import { systemClock } from '../host/clock.ts';
import { type Environment, readEnvironment } from '../host/environment.ts';
import type { RefusedWish } from '../learning/extract/model/contrast-stage.ts';
import type { ModelExtraction } from '../learning/extract/model/extract-model.ts';
import type { Inquiry, InquiryCount, InquiryParts } from '../learning/extract/model/inquiry.ts';
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

/** A language model as an extractor, and what it was asked so far. */
export interface OpenModel {
  readonly extract: ModelExtractor;
  /** By all jobs, those that failed included. */
  asked(): InquiryCount;
}

/** The extractor of learning jobs over the configured model; null where none is. */
export function openModelExtractor(
  store: SqliteLibrary,
  { held, vectors }: Planner,
  signal: AbortSignal,
): OpenModel | null {
  const parts = inquiryParts(store, signal);
  if (parts === null) return null;
  const inquiries: Inquiry[] = [];
  const extract = modelExtractor({
    ...parts,
    jobs: store,
    held,
    vectors,
    records: (partId) => store.records(partId),
    onInquiry: (inquiry) => inquiries.push(inquiry),
  });
  return { extract, asked: () => inquiries.map(({ count }) => count).reduce(sumOf, NOTHING_ASKED) };
}

const NOTHING_ASKED: InquiryCount = { calls: 0, cached: 0, repaired: 0, usage: { input: 0, output: 0 } };

function sumOf(a: InquiryCount, b: InquiryCount): InquiryCount {
  const sum = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? null : one + other;
  return {
    calls: a.calls + b.calls,
    cached: a.cached + b.cached,
    repaired: a.repaired + b.repaired,
    usage: { input: sum(a.usage.input, b.usage.input), output: sum(a.usage.output, b.usage.output) },
  };
}

function maxCallsOf({ modelCalls }: Environment): number {
  if (modelCalls === null) return MAX_CALLS;
  const calls = Number(modelCalls);
  if (Number.isSafeInteger(calls) && calls >= 0) return calls;
  throw new PraxisError('MODEL_UNKNOWN', 'PRAXIS_MODEL_CALLS is no whole number', {
    hint: `It says how many calls one learning job may make; ${MAX_CALLS} where it is not set.`,
  });
}

/** What the jobs that were done made of it; the calls are those of all jobs. Null where nothing was asked and no job was done. */
export function modelReport(asked: InquiryCount, done: readonly ModelExtraction[]): ModelReport | null {
  if (asked.calls + asked.cached === 0 && done.length === 0) return null;
  return {
    ...asked,
    groups: { due: total(done.map(({ due }) => due)), done: total(done.map((one) => one.done)) },
    unusable: total(done.map(({ unusable }) => unusable)),
    refused: done.flatMap(({ refused }) => refused),
  };
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
