import type { Encoder } from '../experience/encoder.ts';
import { type CallFacts, FactReader } from '../telemetry/call-facts.ts';
import type { MarkRecord } from '../telemetry/event.ts';
import { nearestLeader } from './cluster.ts';
import { sealedSession } from './sealed-session.ts';
import { sessionSummary } from './session-summary.ts';
import type { Sealing } from './store.ts';

const IDLE_SEAL_MS = 1_800_000;

const NONE: ReadonlySet<string> = new Set();

/** How sessions are sealed at an instant, with the encoder that compares their tasks. */
export function sealing(
  encoder: Encoder,
  nowMs: number,
  { idleMs = IDLE_SEAL_MS, without = NONE }: Partial<Pick<Sealing, 'idleMs' | 'without'>> = {},
): Sealing {
  return {
    encoderId: encoder.id,
    nowMs,
    idleMs,
    without,
    read() {
      const reader = new FactReader();
      const facts: (CallFacts | MarkRecord)[] = [];
      return {
        take: (record) => void facts.push(reader.read(record)),
        seal: (endMs) => sealedSession(facts, endMs, { encoder }),
        summarise({ tasks }, sessionsSoFar) {
          const calls = facts.filter((record) => record.type === 'call');
          return sessionSummary(calls, tasks, sessionsSoFar);
        },
      };
    },
    nearest: (leaders, vector) => nearestLeader(leaders, vector, encoder.clusterAt),
  };
}
