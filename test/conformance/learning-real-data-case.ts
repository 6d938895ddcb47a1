import * as v from 'valibot';
import { type Rule, ruleKey } from '../../src/experience/rule.ts';
import { groupAdvantage } from '../../src/learning/advantage.ts';
import { designContrast } from '../../src/learning/evaluate/design-contrast.ts';
import { permutedChannels } from '../../src/learning/evaluate/permuted-channels.ts';
import { channelsOf } from '../../src/learning/extract/offline/channel-data.ts';
import { corpusOf } from '../../src/learning/extract/offline/corpus.ts';
import { concluded, extractOffline } from '../../src/learning/extract/offline/extract-offline.ts';
import type { MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { history } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { CHANNELS, OFFLINE_DEFAULTS, type OfflineSettings } from '../../src/learning/extract/offline/settings.ts';
import { recordedTrajectories } from '../support/recorded-trajectories.ts';
import { ruleOf } from './learning-rules.ts';
import type { LearningCase } from './learning-vector-file.ts';
import { nearJson } from './near-json.ts';

const files = v.array(v.string());
const agentConfigId = v.picklist(['file', 'one']);
const channelName = v.picklist(['outcome', 'step', 'recovery']);
const countsInput = v.object({
  files,
  agentConfigId,
  channel: channelName,
  q: v.number(),
  reward: v.union([v.literal('file'), v.object({ plant: v.unknown() })]),
});
const permutedInput = v.object({ files, agentConfigId, q: v.number(), draws: v.number() });
const bounds = v.object({
  maxEmittingShare: v.object({ outcome: v.number(), step: v.number(), recovery: v.number(), overall: v.number() }),
  admitted: v.optional(v.number()),
});

/** One adapter a function of the vectors: what it found, and what of it is compared. */
const CALLS: Readonly<Record<string, (input: unknown, expected: unknown) => Promise<readonly [unknown, unknown]>>> = {
  importCounts: async (input, expected) => [importCounts(await read(filesOf(input))), expected],
  groupSkips: async (input, expected) => [groupSkips(await read(filesOf(input))), expected],
  extractorCounts: async (input, expected) => [
    sortedRules(await extractorCounts(v.parse(countsInput, input))),
    sortedRules(v.parse(v.record(v.string(), v.unknown()), expected)),
  ],
  designContrast: async (input, expected) => [await designsOf(filesOf(input)), expected],
  permutedReward: async (input, expected) => permutedReward(v.parse(permutedInput, input), v.parse(bounds, expected)),
};

export const REAL_DATA_NAMES: readonly string[] = Object.keys(CALLS);

/** Computes what a case asks of recorded files. Null when it is as expected, else the difference. */
export async function runRealDataCase(vector: LearningCase): Promise<string | null> {
  const call = CALLS[vector.fn];
  if (call === undefined) return `unknown function: ${vector.fn}`;
  const [found, expected] = await call(vector.input, vector.expected);
  const isSame = nearJson(found, expected, vector.tags.includes('exact') ? 0 : 1e-9);
  return isSame ? null : `expected ${JSON.stringify(expected)}\nfound ${JSON.stringify(found)}`;
}

function filesOf(input: unknown): readonly string[] {
  return v.parse(v.object({ files }), input).files;
}

async function read(paths: readonly string[]): Promise<readonly MinedTrajectory[]> {
  return (await Promise.all(paths.map(recordedTrajectories))).flat();
}

function settingsOf(q: number): OfflineSettings {
  return { ...OFFLINE_DEFAULTS, libraryId: 'vectors', domainOf: () => 'other', q };
}

function importCounts(trajectories: readonly MinedTrajectory[]) {
  const steps = trajectories.flatMap((one) => one.steps);
  return {
    trajectories: trajectories.length,
    tasks: new Set(trajectories.map((one) => one.taskKey)).size,
    toolCalls: steps.length,
    failedCalls: steps.filter((step) => step.ok === false).length,
    successes: trajectories.filter((one) => one.outcome === 1).length,
  };
}

function groupSkips(trajectories: readonly MinedTrajectory[]) {
  const { stratum, strata } = corpusOf(trajectories);
  const groups = Array.from({ length: strata }, (_, number) =>
    trajectories.filter((_one, index) => stratum[index] === number).map((one) => one.outcome ?? 0),
  );
  return { groups: strata, contrast: groups.filter((rewards) => groupAdvantage(rewards).skip === null).length };
}

async function extractorCounts(input: v.InferOutput<typeof countsInput>): Promise<Record<string, unknown>> {
  const all = await trajectoriesFor(input);
  const planted = input.reward === 'file' ? all : plant(all, ruleOf(input.reward.plant));
  const { tried, admitted, significant, tests } = extractOffline(planted, [], settingsOf(input.q)).channels[
    input.channel
  ];
  const passing = tests.filter((one) => one.obstacle === null || one.obstacle === 'cap');
  return {
    distinct: tried,
    admitted,
    significant,
    passing: passing.length,
    admittedRules: tests.map(({ rule, effect, p, adjustedP }) => ({ ...saidAs(rule, effect), p, adjustedP })),
    passingRules: passing.map(({ rule, effect }) => saidAs(rule, effect).rule),
  };
}

async function trajectoriesFor(input: { readonly files: readonly string[]; readonly agentConfigId: 'file' | 'one' }) {
  const all = await read(input.files);
  return input.agentConfigId === 'file' ? all : all.map((one) => ({ ...one, agentConfigId: 'one' }));
}

/** The vectors write a `USE` and a `PREFER` with a negative effect as their contrary. */
function saidAs(rule: Rule, effect: number): { readonly rule: Rule; readonly effect: number } {
  if (effect >= 0) return { rule, effect };
  if (rule.form === 'USE') return { rule: { form: 'AVOID', t: rule.t }, effect: -effect };
  if (rule.form === 'PREFER') return { rule: { form: 'PREFER', x: rule.y, y: rule.x }, effect: -effect };
  return { rule, effect };
}

function plant(trajectories: readonly MinedTrajectory[], rule: Rule): readonly MinedTrajectory[] {
  const all = trajectories.map((one) => ({ ...one, outcome: 0 }));
  const sorted = history(all, OFFLINE_DEFAULTS);
  const candidates = channelsOf(corpusOf(sorted), () => 'other').outcome.candidates;
  const truth = candidates.find((one) => ruleKey(one.rule) === ruleKey(rule))?.truth;
  const holds = (one: MinedTrajectory, index: number): boolean =>
    rule.form === 'USE' ? one.steps.some((step) => step.tool === rule.t) : truth?.includes(index) === true;
  return sorted.map((one, index) => ({ ...one, outcome: holds(one, index) ? 1 : 0 }));
}

function sortedRules(counts: Record<string, unknown>): Record<string, unknown> {
  const lists = ['admittedRules', 'passingRules'].flatMap((name) => {
    const list = counts[name];
    return Array.isArray(list) ? [[name, [...list].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))]] : [];
  });
  return { ...counts, ...Object.fromEntries(lists) };
}

function keyOf(value: unknown): string {
  const rule = v.safeParse(v.object({ rule: v.unknown() }), value);
  return ruleKey(ruleOf(rule.success ? rule.output.rule : value));
}

/** Two designs as the sides of a predicate, a stratum a task. */
async function designsOf([first = '', second = '']: readonly string[]) {
  const found = designContrast(await recordedTrajectories(first), await recordedTrajectories(second));
  if (found === null) return null;
  const { effect, discordant, favourFirst, p } = found;
  return { effect, discordant, favourFirst, p };
}

async function permutedReward(
  input: v.InferOutput<typeof permutedInput>,
  expected: v.InferOutput<typeof bounds>,
): Promise<readonly [unknown, unknown]> {
  const settings = settingsOf(input.q);
  const corpus = corpusOf(history(await trajectoriesFor(input), settings));
  const data = channelsOf(corpus, settings.domainOf);
  const emitting = { outcome: 0, step: 0, recovery: 0, overall: 0 };
  for (let seed = 0; seed < input.draws; seed++) {
    const found = concluded(corpus, permutedChannels(data, `vectors ${seed}`), null, [], settings);
    for (const channel of CHANNELS) if (found.channels[channel].emitted > 0) emitting[channel]++;
    if (found.operations.length > 0) emitting.overall++;
  }
  const isWithin = (name: keyof typeof emitting): boolean =>
    emitting[name] / input.draws <= expected.maxEmittingShare[name];
  const outside = (['outcome', 'step', 'recovery', 'overall'] as const).filter((name) => !isWithin(name));
  return [outside.map((name) => [name, emitting[name]]), []];
}
