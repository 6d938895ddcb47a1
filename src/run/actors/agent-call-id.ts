import type { Turn } from '../actor.ts';

/** How a call of an agent is known in a run: hosts name calls within a session of theirs, and a run has many. */
export function agentCallId({ sessionId, cycle }: Pick<Turn, 'sessionId' | 'cycle'>, callId: string): string {
  return `${sessionId}:${cycle}:${callId}`;
}
