import { isoTime } from '../../base/clock.ts';
import type { Session } from '../session/session.ts';
import type { CurrentAct, RunState } from '../state.ts';
import type { Observation } from '../store.ts';

/** What each attempt of a group tells about its candidate; one that was cut short tells nothing. */
export function attemptObservations(session: Session, before: RunState, current: CurrentAct): readonly Observation[] {
  return current.attempts
    .filter((attempt) => !attempt.isKilled)
    .map(({ cycle, candidate, observed, violations, filesChanged }) => ({
      v: 1,
      sessionId: before.sessionId,
      cycle,
      candidateKey: candidate.key,
      fingerprint: before.critique?.fingerprint ?? null,
      fingerprintClass: before.critique?.fingerprintClass ?? null,
      success: violations.length === 0 && (observed?.gain ?? 0) > 0,
      filesChanged: violations.length > 0 ? null : filesChanged,
      at: isoTime(session.deps.clock.nowMs()),
    }));
}
