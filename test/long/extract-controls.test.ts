import { describe, expect, test } from 'vitest';
import { bound, emittingShare } from '../../src/learning/evaluate/emitting-share.ts';
import { exchangedSteps, renamedTools } from '../../src/learning/evaluate/noise.ts';
import { nullOutcomes, nullRecoveries, nullSteps } from '../../src/learning/evaluate/null-corpora.ts';
import { permutedChannels } from '../../src/learning/evaluate/permuted-channels.ts';
import { wrongBuildEmits } from '../../src/learning/evaluate/wrong-build.ts';
import { channelsOf } from '../../src/learning/extract/offline/channel-data.ts';
import { corpusOf } from '../../src/learning/extract/offline/corpus.ts';
import { concluded, type OfflineExtraction } from '../../src/learning/extract/offline/extract-offline.ts';
import { history, type MinedTrajectory } from '../../src/learning/extract/offline/mined-trajectory.ts';
import { CHANNELS, type Channel } from '../../src/learning/extract/offline/settings.ts';
import { extracted, offline } from '../support/mined.ts';
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

function expectSilent(found: readonly OfflineExtraction[]): void {
  const { isWithin, ...shares } = emittingShare(found, Q);
  expect(isWithin, JSON.stringify(shares)).toBe(true);
}

const seeds = Array.from({ length: DRAWS }, (_, seed) => seed);

describe('check 13: the extractor is silent on noise', () => {
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
    expectSilent(seeds.map((seed) => extracted(exchangedSteps(all, `${seed}`))));
  });

  test.each(CORPORA)('in a corpus where tasks differ and nothing else does: %s', (_channel, corpus) => {
    expectSilent(seeds.map((seed) => extracted(corpus(seed))));
  });

  test('and says the same of tools by other names', async () => {
    for (const files of [AIRLINE, RETAIL]) {
      const all = await recorded(files, true);
      const counts = (found: OfflineExtraction) =>
        CHANNELS.map((channel) => {
          const { tried, admitted, significant, emitted } = found.channels[channel];
          return { tried, admitted, significant, emitted };
        });
      expect(counts(extracted(renamedTools(all)))).toEqual(counts(extracted(all)));
    }
  });
});

describe('check 13: a wrong build is not', () => {
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
