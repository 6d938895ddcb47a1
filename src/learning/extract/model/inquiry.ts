import * as v from 'valibot';
import { isoTime } from '../../../base/clock.ts';
import { PraxisError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/sha256.ts';
import { redactText } from '../../../telemetry/redact.ts';
import { dataBlock } from './data-block.ts';
import {
  type LanguageModel,
  type ModelAnswer,
  ModelFault,
  type ModelQuestion,
  type ModelUsage,
} from './language-model.ts';
import type { ModelCallStore } from './model-calls.ts';

/** What asking needs. */
export interface InquiryParts {
  readonly model: LanguageModel;
  readonly calls: ModelCallStore;
  /** Key of the job that asks. */
  readonly job: string;
  /** Calls that the job may make in all, those of earlier tries included. */
  readonly maxCalls: number;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
  pause(ms: number): Promise<void>;
}

/** What came of a question. */
export type Inquired<T> =
  | { readonly kind: 'answered'; readonly value: T }
  /** It answered twice what cannot be used. */
  | { readonly kind: 'unusable'; readonly reason: string };

/** What was asked in all, for the report. */
export interface InquiryCount {
  readonly calls: number;
  readonly cached: number;
  readonly repaired: number;
  /** Sum of what was stated; null where some call did not say. */
  readonly usage: ModelUsage;
}

const PROMPT_VERSION = 1;
const TRIES = 3;
const BACK_OFF_MS = 500;
/** A provider that wants longer is asked again by a later try of the job. */
const MAX_WAIT_MS = 20_000;

/** Thrown where the budget of calls is spent: what is finished still counts. */
export class CallsSpent extends Error {
  override readonly name = 'CallsSpent';
}

/**
 * Asks a model within a budget: a reservation is durable before each call and settled after it, an answer is kept for the
 * same question, a fault is tried again twice, an answer of the wrong shape is repaired once.
 */
export class Inquiry {
  readonly #parts: InquiryParts;
  #made = 0;
  /** Of those made, the ones that got an answer. */
  #answered = 0;
  #cached = 0;
  #repaired = 0;
  #earlier: number | undefined;
  #input: number | null = 0;
  #output: number | null = 0;

  constructor(parts: InquiryParts) {
    this.#parts = parts;
  }

  get count(): InquiryCount {
    const usage = { input: this.#input, output: this.#output };
    return { calls: this.#made, cached: this.#cached, repaired: this.#repaired, usage };
  }

  /** `read` is given what JSON.parse gives; what it throws is said to the model. MODEL_FAILED where no answer came. */
  async ask<T>(question: ModelQuestion, read: (value: unknown, text: string) => T): Promise<Inquired<T>> {
    const first = await this.#answer(question);
    const reading = readAnswer(first, read);
    if (reading.kind === 'answered') return reading;
    this.#repaired++;
    const again = await this.#answer(repairOf(question, first, reading.reason));
    return readAnswer(again, read);
  }

  async #answer(question: ModelQuestion): Promise<string> {
    const { model, calls } = this.#parts;
    const hash = sha256Hex(JSON.stringify([PROMPT_VERSION, model.id, question]));
    const known = await calls.knownAnswer(hash);
    if (known !== undefined) {
      this.#cached++;
      return known;
    }
    for (let tries = 1; ; tries++) {
      const asked = await this.#askOnce(question, hash);
      if (typeof asked === 'string') return asked;
      const waitMs = asked.retryAfterMs ?? BACK_OFF_MS * 2 ** (tries - 1);
      if (asked.kind === 'refused' || tries === TRIES || waitMs > MAX_WAIT_MS) throw failed(model.id, asked);
      await this.#parts.pause(waitMs);
    }
  }

  async #askOnce(question: ModelQuestion, hash: string): Promise<string | ModelFault> {
    const { model, calls, job, nowMs, signal } = this.#parts;
    await this.#assertLeft();
    signal.throwIfAborted();
    const { maxOutputTokens } = question;
    const number = await calls.reserveCall({ job, hash, maxOutputTokens, at: isoTime(nowMs()) });
    this.#made++;
    let answer: ModelAnswer;
    try {
      answer = await model.ask(question, signal);
    } catch (error) {
      const isFault = error instanceof ModelFault;
      const outcome = isFault ? error.kind : 'aborted';
      await calls.settleCall(number, { outcome, usage: { input: null, output: null }, answer: null });
      this.#add({ input: null, output: null });
      if (!isFault) throw error;
      return error;
    }
    // What a model repeats of what it was told must not reach the disk by this way either.
    const text = redactText(answer.text);
    await calls.settleCall(number, { outcome: 'answered', usage: answer.usage, answer: text });
    this.#answered++;
    this.#add(answer.usage);
    return text;
  }

  async #assertLeft(): Promise<void> {
    const { calls, job, maxCalls } = this.#parts;
    this.#earlier ??= (await calls.callsOf(job)).calls;
    if (this.#earlier + this.#answered >= maxCalls) throw new CallsSpent(`${maxCalls} calls were made for ${job}`);
  }

  #add({ input, output }: ModelUsage): void {
    this.#input = this.#input === null || input === null ? null : this.#input + input;
    this.#output = this.#output === null || output === null ? null : this.#output + output;
  }
}

function readAnswer<T>(text: string, read: (value: unknown, text: string) => T): Inquired<T> {
  let value: unknown;
  try {
    value = JSON.parse(unfenced(text));
  } catch {
    value = undefined;
  }
  try {
    return { kind: 'answered', value: read(value, text) };
  } catch (error) {
    return { kind: 'unusable', reason: reasonOf(error, value === undefined) };
  }
}

/** Some models put JSON between fences although they were given a schema. */
function unfenced(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
}

function reasonOf(error: unknown, isNoJson: boolean): string {
  if (isNoJson) return 'the answer is no JSON';
  if (!v.isValiError(error)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  const path = v.getDotPath(issue);
  return `the answer has not the shape that was asked for${path === null ? '' : `, at ${path}`}`;
}

const REPAIR =
  'Your last answer could not be used. The data below holds it, what is wrong with it, and the question that it was to answer. Answer that question again, in the shape that was asked for.';

function repairOf(question: ModelQuestion, answer: string, reason: string): ModelQuestion {
  const data = `${question.data}\n\n${dataBlock('answer', { reason, answer: answer.slice(0, 4000) })}`;
  return { ...question, instructions: `${question.instructions}\n\n${REPAIR}`, data };
}

function failed(id: string, { kind, message }: ModelFault): PraxisError {
  return new PraxisError('MODEL_FAILED', `${id} did not answer (${kind}): ${message}`, {
    hint: 'Nothing was changed; what was answered is kept and not asked again. `praxis learn --offline` learns without a model.',
  });
}
