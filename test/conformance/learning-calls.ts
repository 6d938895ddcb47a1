import * as v from 'valibot';
import { countWords } from '../../src/base/words.ts';
import { isEntryText, shortenEntryText } from '../../src/experience/entry-text.ts';
import { acceptance } from '../../src/learning/acceptance.ts';
import { groupAdvantage } from '../../src/learning/advantage.ts';
import { clusterTasks } from '../../src/learning/cluster.ts';
import { reward, successShare } from '../../src/learning/reward.ts';
import { truncateSummary } from '../../src/learning/summary-text.ts';
import {
  argumentClass,
  argumentClasses,
  errorClass,
  errorSignature,
  isNeutral,
  judgeCall,
  normaliseTool,
  refineShell,
  shellFlags,
  uniteSignatures,
} from '../../src/telemetry/index.ts';
import { CONFIDENCE_CALLS } from './learning-confidence-calls.ts';
import { LOOP_CALLS } from './learning-loop-calls.ts';
import { RETRIEVAL_CALLS } from './learning-retrieval.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

type Call = (input: unknown) => unknown;

function call<Schema extends v.GenericSchema>(schema: Schema, run: (input: v.InferOutput<Schema>) => unknown): Call {
  return (input) => run(v.parse(schema, input));
}

const text = v.object({ text: v.string() });
const command = v.object({ command: v.union([v.string(), v.array(v.string())]) });
const plainJson = v.unknown() as v.GenericSchema<unknown, Parameters<typeof argumentClass>[0]>;
const flag = v.optional(v.boolean());

const outcome = v.object({
  returned: flag,
  threw: flag,
  timedOut: flag,
  transportError: flag,
  isError: flag,
  schemaValid: flag,
  cancelled: flag,
  exitCode: v.optional(v.number()),
  program: v.optional(v.string()),
});

const steps = v.array(
  v.object({ ok: v.nullable(v.boolean()), error: v.optional(v.nullable(v.object({ class: v.string() }))) }),
);

const acceptanceFacts = v.object({
  interactive: v.boolean(),
  taskEndMs: v.number(),
  sessionEndMs: v.number(),
  lastUserMs: v.nullable(v.number()),
  feedback: v.array(v.object({ kind: v.picklist(['accept', 'correct', 'reject']), atMs: v.number() })),
});

const rewardParts = v.object({
  rhoS: v.number(),
  rhoA: v.nullable(v.number()),
  outcome: v.nullable(v.number()),
  weights: v.object({ w1: v.number(), w2: v.number() }),
});

const corpus = v.object({
  trajectories: v.array(
    v.object({
      taskKey: v.string(),
      steps: v.array(v.object({ tool: v.string(), params: v.record(v.string(), plainJson) })),
    }),
  ),
  tool: v.string(),
  key: v.string(),
});

const counted = v.object({
  signatures: v.array(v.object({ tool: v.string(), class: v.string(), text: v.string(), count: v.number() })),
});

const placed = v.object({
  tasks: v.array(v.object({ domain: v.string(), vec: v.array(v.number()) })),
  clusterAt: v.number(),
});

/** One adapter a function of the vectors. */
const CALLS: Readonly<Record<string, Call>> = {
  countWords: call(text, (input) => countWords(input.text)),
  validText: call(text, (input) => isEntryText(input.text)),
  truncateSummary: call(text, (input) => truncateSummary(input.text)),
  shortenText: call(text, (input) => shortenEntryText(input.text)),
  judgeCall: call(outcome, (input) => judgeCall(given(input))),
  successShare: call(v.object({ steps }), (input) =>
    successShare(input.steps.map(({ ok, error }) => ({ ok, error: error ?? null }))),
  ),
  acceptance: call(acceptanceFacts, acceptance),
  reward: call(rewardParts, reward),
  groupAdvantage: call(v.object({ rewards: v.array(v.number()) }), (input) => groupAdvantage(input.rewards)),
  normaliseTool: call(v.object({ name: v.string(), aliases: v.record(v.string(), v.string()) }), (input) =>
    normaliseTool(input.name, input.aliases),
  ),
  refineShell: call(command, (input) => refineShell(input.command).map((one) => one.name)),
  shellFlags: call(command, (input) => shellFlags(input.command)),
  isNeutral: call(v.object({ name: v.string() }), (input) => isNeutral(input.name)),
  argumentClass: call(v.object({ value: plainJson }), (input) => argumentClass(input.value)),
  argumentClasses: call(corpus, (input) => argumentClasses(input.trajectories, input.tool, input.key)),
  errorSignature: call(v.object({ tool: v.string(), output: v.string() }), (input) =>
    errorSignature(input.tool, input.output),
  ),
  errorClass: call(v.object({ line: v.string() }), (input) => errorClass(input.line)),
  uniteSignatures: call(counted, (input) => Object.fromEntries(uniteSignatures(input.signatures))),
  cluster: call(placed, (input) =>
    clusterTasks(
      input.tasks.map(({ domain, vec }) => ({ domain, vector: vec })),
      input.clusterAt,
    ),
  ),
  ...CONFIDENCE_CALLS,
  ...RETRIEVAL_CALLS,
  ...LOOP_CALLS,
};

/** Names that the vectors give to what `runCallCase` computes. */
export const CALL_NAMES: readonly string[] = Object.keys(CALLS);

/** Computes what a case asks for. Null when it is as expected, else the difference in full. */
export function runCallCase(vector: LearningCase): string | null {
  const { fn, input, expected, tags, tolerance } = vector;
  const found = CALLS[fn]?.(input);
  const isAsExpected = nearJson(found, expected, tags.includes('exact') ? 0 : (tolerance ?? 1e-9));
  return isAsExpected ? null : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(found)}`;
}

/** Without the members that the case leaves out. */
function given(input: v.InferOutput<typeof outcome>): Parameters<typeof judgeCall>[0] {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
