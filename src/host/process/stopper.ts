import type { Clock } from '../../base/clock.ts';
import { deadline } from './deadline.ts';
import { signalGroup } from './remains.ts';

type StopCause = 'aborted' | 'timeout' | 'output-limit' | 'call-limit';

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 5000;

/** Stops one group, once. */
export interface Stopper {
  /** SIGTERM, 5 s, SIGKILL; who passed the output limit is killed at once. Only the first cause counts. */
  stop(cause: StopCause): void;
  cause(): StopCause | null;
  /** Whether what is left of the group has had its time to end by itself. */
  isGraceOver(): boolean;
  /** Forgets the pending SIGKILL; later stops do nothing. */
  close(): void;
}

/** The stopper of a group whose leader is still ours. */
export function stopperOf(group: number, clock: Clock): Stopper {
  let stopped: { readonly cause: StopCause; readonly graceEndMs: number } | null = null;
  let isClosed = false;
  let cancel = (): void => undefined;
  return {
    stop: (cause) => {
      if (stopped !== null || isClosed) return;
      const graceMs = cause === 'output-limit' ? 0 : GRACE_MS;
      stopped = { cause, graceEndMs: clock.monotonicMs() + graceMs };
      signalGroup(group, graceMs === 0 ? 'SIGKILL' : 'SIGTERM');
      cancel = deadline(clock, graceMs, () => signalGroup(group, 'SIGKILL'));
    },
    cause: () => stopped?.cause ?? null,
    isGraceOver: () => stopped === null || clock.monotonicMs() >= stopped.graceEndMs,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
