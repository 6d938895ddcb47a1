import * as v from 'valibot';
import type { PlainJson } from '../../src/base/exact-json.ts';
import { ruleKey } from '../../src/experience/rule.ts';
import { extractOffline, type OfflineExtraction } from '../../src/learning/extract/offline/extract-offline.ts';
import type { MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { CHANNELS, OFFLINE_DEFAULTS } from '../../src/learning/extract/offline/settings.ts';
import { errorSignature } from '../../src/telemetry/index.ts';
import { ruleOf } from './learning-rules.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

const plainJson = v.unknown() as v.GenericSchema<unknown, PlainJson>;
const step = v.object({
  tool: v.string(),
  params: v.record(v.string(), plainJson),
  ok: v.nullable(v.boolean()),
  output: v.optional(v.string()),
});
const trajectory = v.object({
  id: v.string(),
  sessionId: v.string(),
  taskKey: v.string(),
  agentConfigId: v.string(),
  endedAt: v.string(),
  outcome: v.nullable(v.number()),
  steps: v.array(step),
});
const extractInput = v.object({
  trajectories: v.array(trajectory),
  library: v.array(v.object({ id: v.number(), status: v.string(), rule: v.unknown() })),
  config: v.object({ q: v.number() }),
});
const tested = v.object({ rule: v.unknown(), p: v.number(), effect: v.number() });
const channelReport = v.object({ tried: v.number(), significant: v.number(), admitted: v.array(tested) });
const expectation = v.object({
  channels: v.object({ outcome: channelReport, step: channelReport, recovery: channelReport }),
  operations: v.array(
    v.looseObject({
      rule: v.unknown(),
      effect: v.optional(v.number()),
      shrunk: v.number(),
      textIncludes: v.optional(v.array(v.string()), []),
      textExcludes: v.optional(v.array(v.string()), []),
    }),
  ),
});

/** Extracts from the trajectories of a case. Null when channels and operations are as expected. */
export function runExtractCase(vector: LearningCase): string | null {
  const { trajectories, library, config } = v.parse(extractInput, vector.input);
  const known = library.map(({ id, rule }) => ({ id, rule: ruleOf(rule), archived: null }));
  const settings = { ...OFFLINE_DEFAULTS, libraryId: 'vectors', domainOf: () => 'other', q: config.q };
  const found = extractOffline(trajectories.map(minedOf), known, settings);
  const expected = v.parse(expectation, vector.expected);
  return channelDifference(found, expected) ?? operationDifference(found, expected);
}

function minedOf({ steps, ...rest }: v.InferOutput<typeof trajectory>): MinedTrajectory {
  return {
    ...rest,
    acceptance: null,
    reward: rest.outcome ?? 0,
    domain: 'other',
    isLive: true,
    steps: steps.map(({ tool, params, ok, output = '' }) => {
      const error = ok === false ? errorSignature(tool, output) : null;
      return { tool, params, ok, sig: error?.signature ?? null, errorClass: error?.class ?? null };
    }),
  };
}

function channelDifference(
  { channels }: OfflineExtraction,
  expected: v.InferOutput<typeof expectation>,
): string | null {
  for (const channel of CHANNELS) {
    const { admitted, significant, tests } = channels[channel];
    const told = expected.channels[channel];
    const found = { tried: admitted, significant, admitted: sorted(tests) };
    if (!nearJson(found, { ...told, admitted: sorted(told.admitted) }, 1e-9)) return differ(channel, told, found);
  }
  return null;
}

function sorted(tests: readonly { readonly rule: unknown; readonly p: number; readonly effect: number }[]) {
  return tests
    .map(({ rule, p, effect }) => ({ key: ruleKey(ruleOf(rule)), p, effect }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function operationDifference(found: OfflineExtraction, expected: v.InferOutput<typeof expectation>): string | null {
  const told = found.operations.map((operation) => toldOperation(found, operation));
  if (told.length !== expected.operations.length) return differ('operations', expected.operations, told);
  for (const [index, { textIncludes, textExcludes, rule, effect, shrunk, ...rest }] of expected.operations.entries()) {
    const one = told[index];
    const isSame =
      one !== undefined &&
      ruleKey(one.rule) === ruleKey(ruleOf(rule)) &&
      nearJson(
        one,
        { ...rest, shrunk: Math.abs(shrunk), ...(effect === undefined ? {} : { effect: Math.abs(effect) }) },
        1e-9,
      ) &&
      textIncludes.every((part) => one.text.includes(part)) &&
      !textExcludes.some((part) => one.text.includes(part));
    if (!isSame) return differ(`operation ${index}`, expected.operations[index], one);
  }
  return null;
}

function toldOperation(found: OfflineExtraction, operation: OfflineExtraction['operations'][number]) {
  const lead = CHANNELS.flatMap((channel) => found.channels[channel].tests.map((test) => ({ channel, test })))
    .filter(({ test }) => test.operation === operation)
    .sort((a, b) => a.test.adjustedP - b.test.adjustedP)[0];
  if (lead === undefined) throw new Error('an operation without a test');
  const { channel, test } = lead;
  const added = operation.op === 'add' ? operation : null;
  return {
    op: operation.op,
    id: operation.op === 'keep' || operation.op === 'delete' ? operation.id : null,
    channel,
    rule: added?.rule ?? saidOf(test),
    type: added?.type,
    status: added === null ? null : added.isTrusted && !added.isContested ? 'active' : 'probation',
    c0: added?.c,
    text: added?.text ?? '',
    effect: Math.abs(test.effect),
    shrunk: Math.abs(test.shrunk),
    variance: test.variance,
    p: test.p,
    adjustedP: test.adjustedP,
    informativeStrata: test.informativeStrata,
  };
}

function saidOf({ rule, effect }: { readonly rule: ReturnType<typeof ruleOf>; readonly effect: number }) {
  if (effect > 0) return rule;
  if (rule.form === 'USE') return ruleOf({ form: 'AVOID', t: rule.t });
  return rule.form === 'PREFER' ? ruleOf({ form: 'PREFER', x: rule.y, y: rule.x }) : rule;
}

function differ(what: string, expected: unknown, found: unknown): string {
  return `${what}\nexpected ${JSON.stringify(expected)}\nfound ${JSON.stringify(found)}`;
}
