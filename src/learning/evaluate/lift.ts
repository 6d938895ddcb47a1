import { differenceIn, effectOf, weightOf } from '../extract/offline/effect.ts';
import { ContrastReader } from '../extract/offline/stratum-contrast.ts';
import type { FrozenLesson } from './frozen-library.ts';
import type { HeldOutCorpus } from './held-out-corpus.ts';
import { type Interval, type RatioPart, ratioInterval } from './ratio-interval.ts';

/** What following a lesson goes with on held-out runs. */
export interface Lift {
  /** Stratified difference of the results, followed less not followed; null where no stratum has both sides. */
  readonly value: number | null;
  /** 95 %, over tasks; null under 10 informative strata. */
  readonly interval: Interval | null;
  /** What it was on the developer's runs, above 0. It is expected to shrink. */
  readonly developer: number;
  /** Whether the sign is that of the developer's; null where there is none. */
  readonly agrees: boolean | null;
  /** Units that follow it and that do not, in strata with both sides. */
  readonly sides: readonly [followed: number, not: number];
  /** Strata with both sides, and those of them with different results. */
  readonly strata: number;
  readonly informativeStrata: number;
}

/** The lift of a lesson in its own channel: D of the extractor over the held-out strata. */
export function liftOf({ rule, channel, effect }: FrozenLesson, heldOut: HeldOutCorpus, seed: string): Lift {
  const { applies, followed } = heldOut.conformance(rule, channel);
  const units = heldOut.units[channel];
  const strata = new ContrastReader(units).read({ rule, applies, truth: followed });
  const firstIn = new Map([...applies].map((unit) => [units.stratum[unit] ?? -1, unit]));
  const tasks = new Map<number, RatioPart>();
  for (const one of strata) {
    const task = heldOut.taskOf(channel, firstIn.get(one.stratum) ?? 0);
    const { numerator, denominator } = tasks.get(task) ?? { numerator: 0, denominator: 0 };
    const weight = weightOf(one);
    tasks.set(task, { numerator: numerator + weight * differenceIn(one), denominator: denominator + weight });
  }
  const informative = strata.filter((one) => one.isInformative).length;
  const value = strata.length === 0 ? null : effectOf(strata).effect;
  return {
    value,
    interval: ratioInterval([...tasks.values()], informative, `lift\n${seed}`),
    developer: effect,
    agrees: value === null ? null : value > 0,
    sides: [strata.reduce((sum, one) => sum + one.nTrue, 0), strata.reduce((sum, one) => sum + one.nFalse, 0)],
    strata: strata.length,
    informativeStrata: informative,
  };
}
