import * as v from 'valibot';
import { truncateSummary } from '../../summary-text.ts';
import { DATA_NOTE, dataBlock } from './data-block.ts';
import type { ModelQuestion } from './language-model.ts';
import { type FullRun, shownRun } from './shown-run.ts';

/** What distinguishes one run, in few words. */
export interface RunSummary {
  /** At most 64 words. */
  readonly summary: string;
  readonly domain: string;
  readonly taskType: string;
  readonly strategy: string;
  readonly keyParameter: string | null;
  readonly rootCause: string | null;
  readonly lessonCandidates: readonly string[];
}

/** The domains that guidelines may have. */
export const DOMAINS = ['fs', 'search', 'code', 'k8s', 'devops', 'ds', 'web', 'agent', 'shell', 'other'] as const;

const MAX_OUTPUT_TOKENS = 700;
const MAX_CHARACTERS = 400;
const text = v.pipe(v.string(), v.maxLength(4000));
const answer = v.object({
  summary: v.pipe(text, v.minLength(1)),
  domain: text,
  taskType: text,
  strategy: text,
  keyParameter: v.nullable(text),
  rootCause: v.nullable(text),
  lessonCandidates: v.pipe(
    v.array(text),
    v.transform((all) => all.slice(0, 3)),
  ),
});

const string = { type: 'string' } as const;
const nullable = { type: ['string', 'null'] } as const;
const SCHEMA = {
  type: 'object',
  properties: {
    summary: string,
    domain: { type: 'string', enum: [...DOMAINS] },
    taskType: string,
    strategy: string,
    keyParameter: nullable,
    rootCause: nullable,
    lessonCandidates: { type: 'array', items: string },
  },
  required: ['summary', 'domain', 'taskType', 'strategy', 'keyParameter', 'rootCause', 'lessonCandidates'],
  additionalProperties: false,
} as const;

const INSTRUCTIONS = `You are given the record of one attempt of an agent at a task, with its reward between 0 and 1. Say what distinguishes this attempt, so that attempts at the same task can be compared.
summary: at most 64 words. taskType: a few words. strategy: how the agent went about it. keyParameter: the one choice of tool or argument that mattered most, or null. rootCause: why the first failed step failed; null only if no step failed. lessonCandidates: up to three short pieces of advice for the next attempt, without names, paths, ids or values of this one.
${DATA_NOTE}`;

/** The question about one run. */
export function summaryQuestion(run: FullRun): ModelQuestion {
  return {
    instructions: INSTRUCTIONS,
    data: dataBlock('attempt', shownRun(run)),
    schema: SCHEMA,
    name: 'summary',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
}

/** Reads an answer. A domain that nobody knows is `other`; what is too long is cut. Throws what a repair can be asked for. */
export function readSummary(run: FullRun, isNegative: boolean): (value: unknown) => RunSummary {
  return (value) => {
    const read = v.parse(answer, value);
    const hasFailed = run.calls.some(({ ok }) => ok === false);
    if (read.rootCause === null && hasFailed && isNegative)
      throw new Error('rootCause is null although a step failed in a bad attempt');
    return {
      summary: truncateSummary(oneLine(read.summary)),
      domain: (DOMAINS as readonly string[]).includes(read.domain) ? read.domain : 'other',
      taskType: oneLine(read.taskType),
      strategy: oneLine(read.strategy),
      keyParameter: read.keyParameter === null ? null : oneLine(read.keyParameter),
      rootCause: read.rootCause === null ? null : oneLine(read.rootCause),
      lessonCandidates: read.lessonCandidates.map(oneLine),
    };
  };
}

function oneLine(value: string): string {
  return value.replace(/\s+/gu, ' ').trim().slice(0, MAX_CHARACTERS);
}
