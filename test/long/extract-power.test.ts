import { describe, expect, test } from 'vitest';
import type { Candidate, Units } from '../../src/learning/extract/offline/candidate.ts';
import type { ChannelData } from '../../src/learning/extract/offline/channel-data.ts';
import { corpusOf } from '../../src/learning/extract/offline/corpus.ts';
import { concluded } from '../../src/learning/extract/offline/extract-offline.ts';
import { CHANNELS } from '../../src/learning/extract/offline/settings.ts';
import { Draws } from '../support/draws.ts';
import { mined, offline } from '../support/mined.ts';
import { share } from './share.ts';

const Q = 0.05;
const DRAWS = share(400);
const GROUP = 4;
const PREDICATES = 61;

/** How often the one predicate that matters is found, by groups and effect. */
const TABLE: readonly (readonly [groups: number, effect: number, recall: number])[] = [
  [30, 0.3, 0.38],
  [30, 0.4, 0.78],
  [30, 0.6, 1],
  [50, 0.3, 0.78],
  [50, 0.4, 0.97],
  [50, 0.6, 1],
];

const EMPTY: Units = {
  y: new Float64Array(),
  stratum: new Int32Array(),
  strata: 0,
  trajectory: new Int32Array(),
  count: 0,
};

function channelOf(channel: ChannelData['channel'], units: Units, candidates: readonly Candidate[]): ChannelData {
  return { channel, units, candidates, callsBefore: () => 0, failures: new Map() };
}

/** A channel of groups of runs with predicates that are true by chance, the first of which matters. */
function planted(groups: number, effect: number, draws: Draws) {
  const runs = groups * GROUP;
  const truths = Array.from({ length: PREDICATES }, () =>
    Int32Array.from(Array(runs).keys()).filter(() => draws.chance(0.5)),
  );
  const matters = new Set(truths[0]);
  const y = new Float64Array(runs);
  for (let group = 0; group < groups; group++) {
    const base = 1 / (1 + Math.exp(0.25 - normal(draws)));
    for (let run = group * GROUP; run < (group + 1) * GROUP; run++) {
      const chance = base + (matters.has(run) ? effect / 2 : -effect / 2);
      y[run] = draws.chance(Math.min(1, Math.max(0, chance))) ? 1 : 0;
    }
  }
  const all = Int32Array.from(y.keys());
  const units = { y, stratum: all.map((run) => Math.floor(run / GROUP)), strata: groups, trajectory: all, count: runs };
  const candidates = truths.map((truth, index): Candidate => {
    return { rule: { form: 'USE', t: `tool_${index}` }, applies: all, truth };
  });
  const corpus = corpusOf(
    mined(Array.from(y, (outcome, run) => ({ outcome, taskKey: `task-${Math.floor(run / GROUP)}`, steps: [] }))),
  );
  return { corpus, data: channelOf('outcome', units, candidates) };
}

function normal(draws: Draws): number {
  const radius = Math.sqrt(-2 * Math.log((draws.below(1e6) + 1) / 1e6));
  return radius * Math.cos((2 * Math.PI * draws.below(1e6)) / 1e6);
}

describe('a planted effect', () => {
  test.each(TABLE)(
    'in %i groups, of %d, is found as often as can be expected, with few false ones',
    (groups, effect, recall) => {
      const draws = new Draws(groups + 100 * effect);
      let hits = 0;
      const falseShares = Array.from({ length: DRAWS }, () => {
        const { corpus, data } = planted(groups, effect, draws);
        const none = (channel: ChannelData['channel']) => channelOf(channel, EMPTY, []);
        const channels = { outcome: data, step: none('step'), recovery: none('recovery') };
        const found = concluded(corpus, channels, null, [], offline());
        expect(CHANNELS.map((channel) => found.channels[channel].tried)).toEqual([PREDICATES, 0, 0]);
        const emitted = found.channels.outcome.tests.filter((one) => one.operation !== null);
        const isHit = emitted.some(({ rule, effect: seen }) => rule.form === 'USE' && rule.t === 'tool_0' && seen > 0);
        if (isHit) hits++;
        return emitted.length === 0 ? 0 : (emitted.length - (isHit ? 1 : 0)) / emitted.length;
      });
      const mean = falseShares.reduce((sum, one) => sum + one, 0) / DRAWS;
      const deviation = Math.sqrt(falseShares.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (DRAWS - 1));
      expect(Math.abs(hits / DRAWS - recall)).toBeLessThanOrEqual(
        0.06 + (DRAWS < 400 ? 2 * Math.sqrt(0.25 / DRAWS) : 0),
      );
      expect(mean).toBeLessThanOrEqual(Q + (2 * deviation) / Math.sqrt(DRAWS));
    },
  );
});
