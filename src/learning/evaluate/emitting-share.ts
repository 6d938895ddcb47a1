import type { OfflineExtraction } from '../extract/offline/extract-offline.ts';
import { type ByChannel, CHANNELS } from '../extract/offline/settings.ts';

/** In how many of so many extractions something was given. */
export interface EmittingShare {
  readonly draws: number;
  readonly overall: number;
  readonly channels: ByChannel<number>;
  /** The most that `overall` and each channel may come to, as a share. */
  readonly bound: number;
  readonly isWithin: boolean;
}

/** The most that a share of q may come to in so many draws: two binomial standard errors above. */
export function bound(q: number, draws: number): number {
  return q + 2 * Math.sqrt((q * (1 - q)) / draws);
}

/** Counts in how many extractions from noise each channel, and any, gives something. */
export function emittingShare(found: readonly OfflineExtraction[], q: number): EmittingShare {
  const count = (is: (one: OfflineExtraction) => boolean): number => found.filter(is).length;
  const [outcome = 0, step = 0, recovery = 0] = CHANNELS.map((channel) =>
    count((one) => one.channels[channel].emitted > 0),
  );
  const overall = count((one) => one.operations.length > 0);
  const most = bound(q, found.length);
  return {
    draws: found.length,
    overall,
    channels: { outcome, step, recovery },
    bound: most,
    isWithin: [overall, outcome, step, recovery].every((n) => n <= most * found.length),
  };
}
