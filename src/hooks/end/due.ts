import type { OpenSession } from './open-session.ts';

const SILENCE_MS = 1_800_000;

/** What the machine tells of a session. */
export interface SessionSigns {
  readonly nowMs: number;
  /** When its file was last written, in ms since 1970. */
  readonly lastSeenMs: number;
  /** Whether the process of its host still runs; null: it is not known. */
  readonly isHostAlive: boolean | null;
}

/** Why a session is to be finished: its host said so, its host is gone, or nothing came for half an hour. */
export type DueReason = 'ended' | 'gone' | 'silent';

/** Why a session is to be finished now; undefined: it goes on. */
export function dueReason({ endedAt }: OpenSession, signs: SessionSigns): DueReason | undefined {
  if (endedAt !== null) return 'ended';
  if (signs.isHostAlive === false) return 'gone';
  return signs.nowMs - signs.lastSeenMs >= SILENCE_MS ? 'silent' : undefined;
}
