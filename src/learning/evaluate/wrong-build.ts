import { type ChannelData, channelsOf } from '../extract/offline/channel-data.ts';
import { corpusOf } from '../extract/offline/corpus.ts';
import { signAgreement } from '../extract/offline/effect.ts';
import { history, type MinedTrajectory } from '../extract/offline/mined-trajectory.ts';
import { saidRule } from '../extract/offline/said-rule.ts';
import type { Channel } from '../extract/offline/settings.ts';
import { openChannel, testChannel } from '../extract/offline/tested-channel.ts';
import { evaluationSettings } from './settings.ts';

/** Ways to build the test wrongly. */
export interface WrongBuild {
  readonly isCorrected: boolean;
  readonly isStratified: boolean;
}

/** Whether a wrong build would find anything in a channel, by what it shares with the right one: p, effect, signs. */
export function wrongBuildEmits(
  trajectories: readonly MinedTrajectory[],
  channel: Channel,
  { isCorrected, isStratified }: WrongBuild,
): boolean {
  const settings = evaluationSettings(isStratified ? {} : { minStrata: 1 });
  const corpus = corpusOf(history(trajectories, settings));
  const right = channelsOf(corpus, settings.domainOf)[channel];
  const data = isStratified ? right : pooled(right);
  const open = openChannel(data, undefined, settings);
  const { tested } = testChannel(open, settings.q, settings, { left: settings.drawBudget });
  return tested.some(({ rule, p, adjustedP, shrunk, strata, effect }) => {
    const isSignificant = (isCorrected ? adjustedP : p) <= settings.q;
    const agrees = signAgreement(strata(), effect) >= 0.6 && Math.abs(shrunk) >= settings.minShrunk;
    return isSignificant && agrees && saidRule(rule, effect) !== null;
  });
}

/** A channel whose strata are taken for one. */
export function pooled(data: ChannelData): ChannelData {
  return { ...data, units: { ...data.units, stratum: data.units.stratum.map(() => 0), strata: 1 } };
}
