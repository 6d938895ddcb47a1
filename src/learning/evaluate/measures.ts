import type { ByChannel, Channel } from '../extract/offline/settings.ts';
import { baseRates, type DeveloperMeans } from './base-rates.ts';
import { type Brier, brierOf } from './brier.ts';
import { type Concordance, concordance } from './concordance.ts';
import type { FrozenLesson } from './frozen-library.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';
import { type Lift, liftOf } from './lift.ts';
import { type Prediction, predictions } from './prediction.ts';
import { type ReliabilityBin, reliability } from './reliability.ts';
import { scoresOf } from './scores.ts';

/** To how much of what is held out a lesson applies. */
export interface Coverage {
  readonly n: number;
  readonly of: number;
}

/** What the lessons of one channel are worth on its held-out units. */
export interface ChannelMeasures {
  readonly lessons: number;
  readonly coverage: Coverage;
  readonly auc: Concordance;
  readonly brier: Brier;
  readonly reliability: readonly ReliabilityBin[];
}

/** What one lesson is worth. */
export interface LessonMeasures {
  readonly lesson: FrozenLesson;
  readonly coverage: Coverage;
  readonly auc: Concordance;
  readonly lift: Lift;
  readonly brier: Brier;
}

/** Measures the lessons of a channel together. */
export function channelMeasures(
  lessons: readonly FrozenLesson[],
  channel: Channel,
  heldOut: HeldOutCorpus,
  developer: DeveloperMeans,
): ChannelMeasures {
  const own = lessons.filter((one) => one.channel === channel);
  const { scores, predicted } = predictedBy(own, channel, heldOut, developer);
  return {
    lessons: own.length,
    coverage: { n: scores.units.length, of: heldOut.units[channel].count },
    auc: concordance(scores, channel, heldOut, channel),
    brier: brierOf(predicted, informativeStrata(predicted), channel),
    reliability: reliability(predicted),
  };
}

/** Measures one lesson in its own channel. */
export function lessonMeasures(
  lesson: FrozenLesson,
  heldOut: HeldOutCorpus,
  developers: ByChannel<DeveloperMeans>,
): LessonMeasures {
  const { channel, text } = lesson;
  const { scores, predicted } = predictedBy([lesson], channel, heldOut, developers[channel]);
  return {
    lesson,
    coverage: { n: scores.units.length, of: heldOut.units[channel].count },
    auc: concordance(scores, channel, heldOut, text),
    lift: liftOf(lesson, heldOut, text),
    brier: brierOf(predicted, informativeStrata(predicted), text),
  };
}

/** Share of the held-out runs to which any lesson applies. */
export function runCoverage(lessons: readonly FrozenLesson[], heldOut: HeldOutCorpus): Coverage {
  const covered = new Set<number>();
  for (const { rule, channel } of lessons) {
    const { trajectory } = heldOut.units[channel];
    for (const unit of heldOut.conformance(rule, channel).applies) covered.add(trajectory[unit] ?? -1);
  }
  return { n: covered.size, of: heldOut.corpus.trajectories.length };
}

function predictedBy(
  lessons: readonly FrozenLesson[],
  channel: Channel,
  heldOut: HeldOutCorpus,
  developer: DeveloperMeans,
) {
  const rules = lessons.map(({ rule, shrunk }) => ({ rule, weight: shrunk }));
  const scores = scoresOf(rules, channel, heldOut);
  return { scores, predicted: predictions(scores, baseRates(heldOut, channel, developer), channel, heldOut) };
}

/** Strata whose predicted units came out differently. */
function informativeStrata(predicted: readonly Prediction[]): number {
  const results = new Map<number, Set<number>>();
  for (const { stratum, y } of predicted) results.set(stratum, (results.get(stratum) ?? new Set<number>()).add(y));
  return [...results.values()].filter((one) => one.size > 1).length;
}
