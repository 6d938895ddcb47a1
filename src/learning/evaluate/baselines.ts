import type { Rule } from '../../experience/rule.ts';
import { type ChannelData, channelsOf } from '../extract/offline/channel-data.ts';
import type { Corpus } from '../extract/offline/corpus.ts';
import { concluded } from '../extract/offline/extract-offline.ts';
import { Generator } from '../extract/offline/generator.ts';
import { saidRule } from '../extract/offline/said-rule.ts';
import type { ByChannel, Channel, OfflineSettings } from '../extract/offline/settings.ts';
import { openChannel, testChannel } from '../extract/offline/tested-channel.ts';
import { type Concordance, concordance, concordanceOf } from './concordance.ts';
import { type FrozenLibrary, frozenLibrary } from './frozen-library.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';
import { permutedChannels } from './permuted-channels.ts';
import { type Interval, percentile } from './ratio-interval.ts';
import { scoresOf, type WeightedRule } from './scores.ts';
import { pooled } from './wrong-build.ts';

/** AUC over many draws of a baseline. */
export interface DrawnBaseline {
  readonly draws: number;
  /** Draws that gave a rule which had a pair to order. */
  readonly n: number;
  /** Mean of their AUC; null for n = 0. */
  readonly mean: number | null;
  /** From the 2.5th to the 97.5th percentile of these draws. */
  readonly range: Interval | null;
}

/** What the AUC of the lessons of a channel has to be held against. */
export interface Baselines {
  /** No lesson orders no pair. */
  readonly empty: Concordance;
  /** As many rules, drawn from those that the developer's runs let be asked, with a drawn sign. */
  readonly random: DrawnBaseline & { readonly rules: number };
  /** What is learnt when results are exchanged inside strata first. */
  readonly permuted: DrawnBaseline;
  /** What passes when strata are pooled: at most ten rules. */
  readonly pooled: { readonly rules: number; readonly auc: Concordance };
  /** The run with fewer calls is taken for the better; of a call, the one with fewer before it. */
  readonly shorter: Concordance;
}

/** What the baselines are learnt from. */
export interface DeveloperData {
  readonly corpus: Corpus;
  readonly channels: ByChannel<ChannelData>;
  readonly settings: OfflineSettings;
}

/** The baselines of a channel, each against the same held-out units; `permuted`: a library a draw. */
export function baselines(
  channel: Channel,
  lessons: number,
  developer: DeveloperData,
  heldOut: HeldOutCorpus,
  permuted: readonly FrozenLibrary[],
): Baselines {
  const aucOf = (rules: readonly WeightedRule[], seed: string): Concordance =>
    concordance(scoresOf(rules, channel, heldOut), channel, heldOut, `${channel} ${seed}`);
  const pooledRules = pooledLessons(channel, developer);
  return {
    empty: concordanceOf([], 'empty'),
    random: { rules: lessons, ...drawn(permuted.length, (at) => randomRules(channel, lessons, developer, at), aucOf) },
    permuted: drawn(permuted.length, (at) => weighted(permuted[at], channel), aucOf),
    pooled: { rules: pooledRules.length, auc: aucOf(pooledRules, 'pooled') },
    shorter: shorterFirst(channel, heldOut),
  };
}

function drawn(
  draws: number,
  rulesOf: (at: number) => readonly WeightedRule[],
  aucOf: (rules: readonly WeightedRule[], seed: string) => Concordance,
): DrawnBaseline {
  const values: number[] = [];
  for (let at = 0; at < draws; at++) {
    const rules = rulesOf(at);
    const { value } = rules.length === 0 ? { value: null } : aucOf(rules, 'drawn');
    if (value !== null) values.push(value);
  }
  const sorted = values.sort((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return { draws, n, mean: null, range: null };
  const mean = sorted.reduce((sum, one) => sum + one, 0) / n;
  return { draws, n, mean, range: [percentile(sorted, 0.025), percentile(sorted, 0.975)] };
}

function randomRules(
  channel: Channel,
  count: number,
  { channels }: DeveloperData,
  at: number,
): readonly WeightedRule[] {
  const draw = new Generator(`random rules\n${channel}\n${at}`);
  const left = channels[channel].candidates.map((one) => one.rule);
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(draw.below(left.length), 1)).flatMap(
    ([rule]) => (rule === undefined ? [] : [{ rule, weight: draw.below(2) === 0 ? 1 : -1 }]),
  );
}

/** What is learnt where results are exchanged inside strata. */
export function permutedLessons({ corpus, channels, settings }: DeveloperData, at: number): FrozenLibrary {
  const exchanged = permutedChannels(channels, `permuted baseline ${at}`);
  return frozenLibrary(concluded(corpus, exchanged, null, [], settings));
}

function weighted(library: FrozenLibrary | undefined, channel: Channel): readonly WeightedRule[] {
  const own = library?.lessons.filter((one) => one.channel === channel) ?? [];
  return own.map(({ rule, shrunk }) => ({ rule, weight: shrunk }));
}

function pooledLessons(channel: Channel, { channels, settings }: DeveloperData): readonly WeightedRule[] {
  const data = pooled(channels[channel]);
  const loose = { ...settings, minStrata: 1 };
  const { tested } = testChannel(openChannel(data, undefined, loose), loose.q, loose, { left: loose.drawBudget });
  const said = tested.flatMap(({ rule, effect, shrunk, adjustedP }) => {
    const advice: Rule | null = saidRule(rule, effect);
    const passes = adjustedP <= loose.q && Math.abs(shrunk) >= loose.minShrunk && advice !== null;
    return passes ? [{ rule: advice, weight: Math.abs(shrunk), adjustedP }] : [];
  });
  return said.sort((a, b) => a.adjustedP - b.adjustedP || b.weight - a.weight).slice(0, loose.maxPerRun);
}

function shorterFirst(channel: Channel, heldOut: HeldOutCorpus): Concordance {
  const { y, trajectory } = heldOut.units[channel];
  const known = Int32Array.from([...y.keys()].filter((unit) => !Number.isNaN(y[unit] ?? Number.NaN)));
  const { trajectories, firstCalls } = heldOut.corpus;
  const lengthOf = (unit: number): number =>
    channel === 'step' ? (firstCalls.position[unit] ?? 0) : (trajectories[trajectory[unit] ?? -1]?.steps.length ?? 0);
  const score = Float64Array.from(known, (unit) => -lengthOf(unit));
  return concordance({ units: known, score }, channel, heldOut, `${channel} shorter`);
}

/** A developer's runs as baselines read them. */
export function developerData(corpus: Corpus, settings: OfflineSettings): DeveloperData {
  return { corpus, channels: channelsOf(corpus, settings.domainOf), settings };
}
