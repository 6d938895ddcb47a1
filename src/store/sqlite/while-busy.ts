import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import type { Random } from '../../base/random.ts';
import { isBusy, storeError } from './sqlite-error.ts';

/** How long, and by which clock and chance, a connection waits for other processes. */
export interface Patience {
  readonly clock: Clock;
  readonly random: Random;
  /** Bound of the whole wait in ms; past it STORE_BUSY. */
  readonly waitMs: number;
}

/**
 * Does `attempt` again while another process is in its way. Between attempts the thread is free, and a random pause keeps
 * many waiters from meeting again and again.
 */
export async function whileBusy<T>(path: string, patience: Patience, attempt: () => T): Promise<T> {
  const begunMs = patience.clock.monotonicMs();
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw storeError(error, path);
      const waitedMs = patience.clock.monotonicMs() - begunMs;
      if (waitedMs >= patience.waitMs) throw busy(path, waitedMs, error);
      await sleep(pauseMs(patience.random));
    }
  }
}

/** 1 to 32 ms. */
function pauseMs(random: Random): number {
  const [byte = 0] = random.bytes(1);
  return 1 + byte / 8;
}

function busy(path: string, waitedMs: number, cause: unknown): PraxisError {
  return new PraxisError('STORE_BUSY', `the library ${path} stayed locked for ${(waitedMs / 1000).toFixed(1)} s`, {
    hint: 'Another process is writing to it; try again, and end that process if it hangs.',
    cause,
  });
}
