import type { ChannelData } from './channel-data.ts';
import { type Look, lookAt } from './looks.ts';
import type { DrawBudget } from './permutation-test.ts';
import type { OfflineSettings } from './settings.ts';
import { ContrastReader } from './stratum-contrast.ts';
import { type Tested, type TestPlan, testAll, type Weighed, weighed } from './tested.ts';

/** A channel with its predicates weighed. */
export interface OpenChannel {
  readonly data: ChannelData;
  readonly all: readonly Weighed[];
  readonly admitted: readonly Weighed[];
  readonly look: Look;
}

/** A channel after its look; where it was not due, with nothing tested. */
export interface TestedChannel extends OpenChannel {
  readonly plan: TestPlan;
  readonly tested: readonly Tested[];
  /** Predicates that the draw budget stopped. */
  readonly unfinished: number;
}

/** Weighs the predicates of a channel. `units`: those of the whole history, where it is longer than what is tested. */
export function openChannel(data: ChannelData, units: number | undefined, settings: OfflineSettings): OpenChannel {
  const reader = new ContrastReader(data.units);
  const all = data.candidates.map((one) => weighed(one, reader, settings));
  const admitted = all.filter((one) => one.admission.isAdmissible);
  const look = lookAt(data.channel, units ?? data.units.count, admitted.length > 0, settings);
  return { data, all, admitted, look };
}

/** The run's share of false findings, split over the channels that have something to test, due or not. */
export function shareOf(channels: readonly OpenChannel[], q: number): number {
  return q / Math.max(1, channels.filter((one) => one.admitted.length > 0).length);
}

/** Looks at a channel, if it is due. */
export function testChannel(
  open: OpenChannel,
  q: number,
  settings: OfflineSettings,
  budget: DrawBudget,
): TestedChannel {
  const { data, admitted, look } = open;
  const plan = { channel: data.channel, units: data.units, q, tries: admitted.length, settings, budget };
  return { ...open, plan, ...testAll(look.isLookedAt ? admitted : [], plan) };
}
