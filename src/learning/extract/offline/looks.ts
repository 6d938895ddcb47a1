import type { Channel, OfflineSettings } from './settings.ts';

/** When a channel was looked at, in units. */
export interface Look {
  /** Units that there are. */
  readonly units: number;
  /** Whether this run looked at it. */
  readonly isLookedAt: boolean;
  /** Units at its last look, this run's included: what the next run has to be told. Null: there was none. */
  readonly lookedAt: number | null;
  /** Units at which it is looked at again; null: as soon as a predicate is admissible. */
  readonly dueAt: number | null;
}

const ROUNDING = 1e-9;

/** Whether a channel with admissible predicates is looked at now, and when again. */
export function lookAt(channel: Channel, units: number, hasAdmitted: boolean, settings: OfflineSettings): Look {
  const before = settings.looked[channel];
  const isLookedAt = hasAdmitted && (before === null || units >= nextLook(before, settings));
  const lookedAt = isLookedAt ? units : before;
  return { units, isLookedAt, lookedAt, dueAt: lookedAt === null ? null : nextLook(lookedAt, settings) };
}

/** Units at which a channel is due again that was looked at with `units`. */
export function nextLook(units: number, { lookGrowth }: Pick<OfflineSettings, 'lookGrowth'>): number {
  return Math.max(units + 1, Math.ceil(units * (1 + lookGrowth) - ROUNDING));
}
