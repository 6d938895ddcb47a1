import type { Candidate, Units } from '../extract/offline/candidate.ts';
import type { ChannelData } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import { concluded } from '../extract/offline/extract-offline.ts';
import { Generator } from '../extract/offline/generator.ts';
import { happens, normal } from './chance.ts';
import { mined } from './made-history.ts';
import { each, type Stepwise } from './progress.ts';
import type { Interval } from './ratio-interval.ts';
import { evaluationSettings } from './settings.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** Runs of a simulated task, and predicates that are tried on them. */
const GROUP_SIZE = 4;
const PREDICATES = 61;

/** How often an effect of one size is found with so many tasks, each tried four times. */
export interface PowerPoint {
  readonly groups: number;
  readonly effect: number;
  readonly draws: number;
  readonly found: number;
  readonly recall: number;
  /** 95 % of the recall. */
  readonly interval: Interval;
  /** Mean share of false lessons among those given, and its standard error. */
  readonly falseShare: number;
  readonly falseShareError: number;
}

const EMPTY: Units = {
  y: new Float64Array(),
  stratum: new Int32Array(),
  strata: 0,
  trajectory: new Int32Array(),
  count: 0,
};
const MATTERS = 'tool_0';

function channelOf(channel: ChannelData['channel'], units: Units, candidates: readonly Candidate[]): ChannelData {
  return { channel, units, candidates, callsBefore: () => 0, failures: new Map() };
}

/**
 * Simulates a cell: groups of four runs, base success logistic(−0.25 + N(0, 1)) a group, 61 predicates that are each true of half of
 * the runs, and success base ± effect/2, clipped to [0, 1], by the first of them. The outcome channel has the whole share of q.
 */
export function* powerPoint(groups: number, effect: number, draws: number): Stepwise<PowerPoint> {
  const draw = new Generator(`power\n${groups}\n${effect}`);
  const settings = evaluationSettings({ domainOf: () => 'other' });
  let found = 0;
  const falseShares = yield* each(`power, ${groups} tasks`, draws, () => {
    const { tests } = concluded(...planted(groups, effect, draw), null, [], settings).channels.outcome;
    const given = tests.filter((one) => one.operation !== null);
    const isFound = given.some(({ rule, effect: seen }) => rule.form === 'USE' && rule.t === MATTERS && seen > 0);
    if (isFound) found++;
    return given.length === 0 ? 0 : (given.length - (isFound ? 1 : 0)) / given.length;
  });
  const mean = falseShares.reduce((sum, one) => sum + one, 0) / draws;
  const squares = falseShares.reduce((sum, one) => sum + (one - mean) * (one - mean), 0);
  return {
    groups,
    effect,
    draws,
    found,
    recall: found / draws,
    interval: wilsonInterval(found, draws) ?? [0, 1],
    falseShare: mean,
    falseShareError: draws < 2 ? 0 : Math.sqrt(squares / (draws - 1) / draws),
  };
}

function planted(groups: number, effect: number, draw: Generator) {
  const runs = groups * GROUP_SIZE;
  const all = Int32Array.from(Array(runs).keys());
  const truths = Array.from({ length: PREDICATES }, () => all.filter(() => happens(draw, 0.5)));
  const matters = new Set(truths[0]);
  const y = new Float64Array(runs);
  for (let group = 0; group < groups; group++) {
    const base = 1 / (1 + Math.exp(0.25 - normal(draw)));
    for (let run = group * GROUP_SIZE; run < (group + 1) * GROUP_SIZE; run++) {
      const chance = base + (matters.has(run) ? effect / 2 : -effect / 2);
      y[run] = happens(draw, Math.min(1, Math.max(0, chance))) ? 1 : 0;
    }
  }
  const stratum = all.map((run) => Math.floor(run / GROUP_SIZE));
  const candidates = truths.map(
    (truth, index): Candidate => ({ rule: { form: 'USE', t: `tool_${index}` }, applies: all, truth }),
  );
  const corpus = corpusOf(
    mined(Array.from(y, (outcome, run) => ({ outcome, taskKey: `task-${stratum[run]}`, steps: [] }))),
  );
  const none = (channel: ChannelData['channel']): ChannelData => channelOf(channel, EMPTY, []);
  const units = { y, stratum, strata: groups, trajectory: all, count: runs };
  const outcome = channelOf('outcome', units, candidates);
  return [corpus, { outcome, step: none('step'), recovery: none('recovery') }] as const;
}
