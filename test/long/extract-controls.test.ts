import { describe, expect, test } from 'vitest';
import { channelsOf } from '../../src/learning/extract/offline/channel-data.ts';
import { corpusOf } from '../../src/learning/extract/offline/corpus.ts';
import { concluded, type OfflineExtraction } from '../../src/learning/extract/offline/extract-offline.ts';
import { Generator } from '../../src/learning/extract/offline/generator.ts';
import { history, type MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { CHANNELS, type Channel } from '../../src/learning/extract/offline/settings.ts';
import { bound, wrongBuildEmits } from '../support/emitting-share.ts';
import { extracted, offline } from '../support/mined.ts';
import { nullOutcomes, nullRecoveries, nullSteps } from '../support/null-corpora.ts';
import { permutedChannels } from '../support/permuted-channels.ts';
import { recordedTrajectories } from '../support/recorded-trajectories.ts';
import { share } from './share.ts';

const Q = 0.05;
/** With fewer a wrong build may look like a correct one. */
const DRAWS = Math.max(60, share(200));
const AIRLINE = ['tau-bench/gpt-4o-airline.tasks-00-29.json'];
const RETAIL = ['assertions-a', 'assertions-b', 'preconditions', 'tool-calling'].map(
  (design) => `tau-bench/retail.${design}.tasks-00-49.json`,
);

const CORPORA: readonly (readonly [Channel, (seed: number) => readonly MinedTrajectory[]])[] = [
  ['outcome', nullOutcomes],
  ['step', nullSteps],
  ['recovery', nullRecoveries],
];

async function recorded(files: readonly string[], isOneConfiguration: boolean): Promise<readonly MinedTrajectory[]> {
  const all = (await Promise.all(files.map(recordedTrajectories))).flat();
  return isOneConfiguration ? all.map((one) => ({ ...one, agentConfigId: 'one' })) : all;
}

/** In how many extractions each channel, and any, gives something. */
function emitting(found: readonly OfflineExtraction[]) {
  const shareOf = (is: (one: OfflineExtraction) => boolean): number => found.filter(is).length / found.length;
  return [
    ...CHANNELS.map((channel) => shareOf((one) => one.channels[channel].emitted > 0)),
    shareOf((one) => one.operations.length > 0),
  ];
}

function expectSilent(found: readonly OfflineExtraction[]): void {
  for (const one of emitting(found)) expect(one).toBeLessThanOrEqual(bound(Q, found.length));
}

const seeds = Array.from({ length: DRAWS }, (_, seed) => seed);

describe('the extractor is silent on noise', () => {
  test.each([
    ['airline', AIRLINE, false],
    ['retail', RETAIL, false],
    ['retail taken for one design', RETAIL, true],
  ])('when the results of recorded runs are exchanged inside strata: %s', async (_name, files, isOne) => {
    const settings = offline();
    const corpus = corpusOf(history(await recorded(files, isOne), settings));
    const data = channelsOf(corpus, settings.domainOf);
    expectSilent(seeds.map((seed) => concluded(corpus, permutedChannels(data, `long ${seed}`), null, [], settings)));
  });

  test.each([
    ['airline', AIRLINE],
    ['retail', RETAIL],
  ])('when what was done is exchanged between recorded runs: %s', async (_name, files) => {
    const all = await recorded(files, false);
    expectSilent(
      seeds.map((seed) => {
        const draw = new Generator(`steps ${seed}`);
        const left = all.map((one) => one.steps);
        return extracted(all.map((one) => ({ ...one, steps: left.splice(draw.below(left.length), 1)[0] ?? [] })));
      }),
    );
  });

  test.each(CORPORA)('in a corpus where tasks differ and nothing else does: %s', (_channel, corpus) => {
    expectSilent(seeds.map((seed) => extracted(corpus(seed))));
  });

  test('and says the same of tools by other names', async () => {
    for (const files of [AIRLINE, RETAIL]) {
      const all = await recorded(files, true);
      const renamed = all.map((one) => ({
        ...one,
        steps: one.steps.map((step) => ({ ...step, tool: step.tool === 'think' ? 'think' : `x_${step.tool}_y` })),
      }));
      const counts = (found: OfflineExtraction) =>
        CHANNELS.map((channel) => {
          const { tried, admitted, significant, emitted } = found.channels[channel];
          return { tried, admitted, significant, emitted };
        });
      expect(counts(extracted(renamed))).toEqual(counts(extracted(all)));
    }
  });
});

describe('a wrong build is not', () => {
  const shareOf = (build: (seed: number) => boolean): number => seeds.filter(build).length / DRAWS;

  test.each(CORPORA)('when it corrects for nothing: %s', (channel, corpus) => {
    const found = shareOf((seed) => wrongBuildEmits(corpus(seed), channel, { isCorrected: false, isStratified: true }));
    expect(found).toBeGreaterThan(bound(Q, DRAWS));
  });

  test.each(CORPORA)('when it pools its strata: %s', (channel, corpus) => {
    const found = shareOf((seed) => wrongBuildEmits(corpus(seed), channel, { isCorrected: true, isStratified: false }));
    expect(found).toBeGreaterThan(bound(Q, DRAWS));
  });
});
