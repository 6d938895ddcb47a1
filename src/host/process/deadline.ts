import type { Clock } from '../../base/clock.ts';

/** The longest delay a timer takes; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/** Calls `onOver` once when `delayMs` (any size, also Infinity) have passed on the clock; returns what cancels it. */
export function deadline(clock: Clock, delayMs: number, onOver: () => void): () => void {
  const overAtMs = clock.monotonicMs() + delayMs;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const leftMs = overAtMs - clock.monotonicMs();
    // Timers count whole milliseconds and may fire a fraction early.
    timer = setTimeout(leftMs <= 0 ? onOver : wait, Math.min(Math.max(0, Math.ceil(leftMs)), LONGEST_DELAY_MS));
  };
  wait();
  return () => clearTimeout(timer);
}
