import { isoTime } from '../../base/clock.ts';
import { uuidV7 } from '../../base/uuid.ts';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';
import { lateReward } from '../../loops/correct/late-correction.ts';
import type { SqliteLibrary } from '../../store/sqlite/run-store.ts';
import type { MarkRecord } from '../../telemetry/event.ts';
import type { CorrectedTask } from './corrected-task.ts';

/** What is kept of a correction. */
export interface GivenFeedback {
  readonly eventId: string;
  readonly session: string;
  readonly task: string;
  readonly kind: 'correct';
  /** Redacted. */
  readonly text: string;
  readonly at: string;
  /** The session was sealed before. */
  readonly late: boolean;
  /** False where a verifier spoke on the task: its word counts, and the acceptance that the correction took away does not. */
  readonly acceptanceUsed: boolean;
  /** Of the task; null while its session is not sealed. */
  readonly reward: { readonly before: number; readonly after: number } | null;
}

/** Keeps a correction as feedback on its task. The reward of a sealed task is reckoned again; no confidence is. */
export async function giveFeedback(store: SqliteLibrary, task: CorrectedTask, text: string): Promise<GivenFeedback> {
  const { part, taskId, sealed } = task;
  const nowMs = systemClock.nowMs();
  const eventId = uuidV7(systemClock, systemRandom);
  const at = isoTime(nowMs);
  const { sessionId } = part;
  const feedback: MarkRecord = {
    v: 1,
    type: 'feedback',
    eventId,
    sessionId,
    taskId,
    at,
    kind: 'correct',
    text,
    source: 'command',
  };
  const given = { eventId, session: sessionId, task: taskId, kind: 'correct', text, at } as const;
  if (sealed === null) {
    await store.add([{ record: feedback, host: part.host }], { source: part.source, nowMs, isDurable: true });
    return { ...given, late: false, acceptanceUsed: true, reward: null };
  }
  const { parts, reward, isOutcomeKnown } = lateReward(sealed.parts);
  await store.loops.correctSealed({ partId: part.id, feedback, parts, reward });
  return { ...given, late: true, acceptanceUsed: !isOutcomeKnown, reward: { before: sealed.reward, after: reward } };
}
