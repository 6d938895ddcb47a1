import type { Encoder } from '../experience/encoder.ts';
import { nearestLeader } from './cluster.ts';
import { sealedSession } from './sealed-session.ts';
import { sessionSummary } from './session-summary.ts';
import type { Sealing } from './store.ts';

const IDLE_SEAL_MS = 1_800_000;

/** How sessions are sealed at an instant, with the encoder that compares their tasks. */
export function sealing(encoder: Encoder, nowMs: number, idleMs: number = IDLE_SEAL_MS): Sealing {
  return {
    encoderId: encoder.id,
    nowMs,
    idleMs,
    seal: (records, endMs) => sealedSession(records, endMs, { encoder }),
    summarise: (records, { tasks }, sessionsSoFar) =>
      sessionSummary(
        records.filter((record) => record.type === 'call'),
        tasks,
        sessionsSoFar,
      ),
    nearest: (leaders, vector) => nearestLeader(leaders, vector, encoder.clusterAt),
  };
}
