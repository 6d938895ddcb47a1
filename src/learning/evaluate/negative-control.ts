import { channelsOf } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import { concluded, extractOffline, type OfflineExtraction } from '../extract/offline/extract-offline.ts';
import { history, type MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { type ByChannel, CHANNELS, type Channel, type OfflineSettings } from '../extract/offline/settings.ts';
import { bound, type EmittingShare, emittingShare } from './emitting-share.ts';
import { exchangedSteps, renamedTools } from './noise.ts';
import { nullOutcomes, nullRecoveries, nullSteps } from './null-corpora.ts';
import { permutedChannels } from './permuted-channels.ts';
import { each, type Stepwise } from './progress.ts';
import { wrongBuildEmits } from './wrong-build.ts';

/** Whether the extractor is silent where there is nothing to find in these runs. */
export interface NegativeControl {
  readonly runs: number;
  /** Results exchanged inside strata. */
  readonly permuted: EmittingShare;
  /** What was done exchanged between runs, while the results stay. */
  readonly exchanged: EmittingShare;
  /** Whether tools by other names give the same counts. */
  readonly isSameRenamed: boolean;
}

/** How a right build and two wrong ones do on a corpus where tasks differ and nothing else does. */
export interface SyntheticControl {
  readonly draws: number;
  /** Corpora in which anything is given: by the extractor, without correction, with pooled strata. */
  readonly correct: number;
  readonly uncorrected: number;
  readonly pooled: number;
  readonly bound: number;
}

/** Runs the extractor over the noise that these runs can be turned into. */
export function* negativeControl(
  trajectories: readonly MinedTrajectory[],
  settings: OfflineSettings,
  draws: number,
): Stepwise<NegativeControl> {
  const corpus = corpusOf(history(trajectories, settings));
  const data = channelsOf(corpus, settings.domainOf);
  const permuted = yield* each('exchanged results', draws, (at) =>
    concluded(corpus, permutedChannels(data, `control ${at}`), null, [], settings),
  );
  const exchanged = yield* each('exchanged calls', draws, (at) =>
    extractOffline(exchangedSteps(trajectories, `${at}`), [], settings),
  );
  const plain = { ...settings, domainOf: () => 'other' };
  const [before, after] = [trajectories, renamedTools(trajectories)].map((all) =>
    JSON.stringify(countsOf(extractOffline(all, [], plain))),
  );
  return {
    runs: trajectories.length,
    permuted: emittingShare(permuted, settings.q),
    exchanged: emittingShare(exchanged, settings.q),
    isSameRenamed: before === after,
  };
}

function countsOf({ channels }: OfflineExtraction) {
  return CHANNELS.map((channel) => {
    const { tried, admitted, significant, emitted } = channels[channel];
    return { tried, admitted, significant, emitted };
  });
}

/** A corpus a channel in which there is nothing to find. */
const NULL_CORPORA: ByChannel<(seed: number) => readonly MinedTrajectory[]> = {
  outcome: nullOutcomes,
  step: nullSteps,
  recovery: nullRecoveries,
};

/** Holds the extractor against two wrong builds on corpora of noise. */
export function* syntheticControl(
  channel: Channel,
  settings: OfflineSettings,
  draws: number,
): Stepwise<SyntheticControl> {
  const found = yield* each(`corpora of noise, ${channel}`, draws, (at) => {
    const made = NULL_CORPORA[channel](at);
    return {
      correct: extractOffline(made, [], settings).operations.length > 0,
      uncorrected: wrongBuildEmits(made, channel, { isCorrected: false, isStratified: true }),
      pooled: wrongBuildEmits(made, channel, { isCorrected: true, isStratified: false }),
    };
  });
  const count = (build: 'correct' | 'uncorrected' | 'pooled'): number => found.filter((one) => one[build]).length;
  return {
    draws,
    correct: count('correct'),
    uncorrected: count('uncorrected'),
    pooled: count('pooled'),
    bound: bound(settings.q, draws),
  };
}
