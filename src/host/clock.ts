import type { Clock } from '../base/clock.ts';

/** The machine's clock: the one place that reads it. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
