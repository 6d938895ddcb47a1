import { channelUnits } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import { concluded, type OfflineExtraction } from '../extract/offline/extract-offline.ts';
import { history, type MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import type { ByChannel, Channel, OfflineSettings } from '../extract/offline/settings.ts';
import { developerMeans } from './base-rates.ts';
import { type Baselines, baselines, developerData, permutedLessons } from './baselines.ts';
import { type FrozenLibrary, frozenLibrary } from './frozen-library.ts';
import { HeldOutCorpus } from './held-out-corpus.ts';
import {
  type ChannelMeasures,
  type Coverage,
  channelMeasures,
  type LessonMeasures,
  lessonMeasures,
  runCoverage,
} from './measures.ts';
import { each, type Stepwise } from './progress.ts';

/** What the developer's runs came to, with what they were too few for. */
interface LearningFacts {
  readonly channels: ByChannel<{
    readonly units: number;
    readonly tried: number;
    readonly admitted: number;
    readonly emitted: number;
  }>;
  /** Those that lack least first. */
  readonly undecided: OfflineExtraction['undecided'];
  /** Rules whose tests the draw budget ended. */
  readonly unfinished: number;
}

/** What lessons from some runs are worth on others. */
export interface HeldOutFigures {
  readonly library: FrozenLibrary;
  /** What the developer's runs came to. */
  readonly learning: LearningFacts;
  /** Held-out runs to which any lesson applies. */
  readonly coverage: Coverage;
  readonly channels: ByChannel<ChannelMeasures>;
  readonly lessons: readonly LessonMeasures[];
  readonly baselines: ByChannel<Baselines>;
}

/** Learns on the developer's runs, freezes what was learnt, and then opens the held-out runs once. */
export function* heldOutFigures(
  developer: readonly MinedTrajectory[],
  heldOut: readonly MinedTrajectory[],
  settings: OfflineSettings,
  draws: number,
): Stepwise<HeldOutFigures> {
  yield { part: 'learning', done: 0, of: 1 };
  const looked = history(developer, settings);
  const corpus = corpusOf(looked);
  const data = developerData(corpus, settings);
  const extraction = concluded(corpus, data.channels, null, [], settings);
  const library = frozenLibrary(extraction);
  yield { part: 'held-out runs', done: 0, of: 1 };
  const opened = new HeldOutCorpus(heldOut, looked);
  const own = { corpus, units: channelUnits(corpus) };
  const means = byChannel((channel) => developerMeans(own, channel));
  const channels = byChannel((channel) => channelMeasures(library.lessons, channel, opened, means[channel]));
  const lessons = library.lessons.map((one) => lessonMeasures(one, opened, means));
  const permuted = yield* each('lessons from exchanged results', draws, (at) => permutedLessons(data, at));
  yield { part: 'baselines', done: 0, of: 1 };
  const against = byChannel((channel) => baselines(channel, channels[channel].lessons, data, opened, permuted));
  return {
    library,
    learning: factsOf(extraction),
    coverage: runCoverage(library.lessons, opened),
    channels,
    lessons,
    baselines: against,
  };
}

function factsOf({ channels, looks, undecided, budget }: OfflineExtraction): LearningFacts {
  return {
    channels: byChannel((channel) => {
      const { tried, admitted, emitted } = channels[channel];
      return { units: looks[channel].units, tried, admitted, emitted };
    }),
    undecided,
    unfinished: budget.unfinished,
  };
}

function byChannel<Value>(make: (channel: Channel) => Value): ByChannel<Value> {
  return { outcome: make('outcome'), step: make('step'), recovery: make('recovery') };
}
