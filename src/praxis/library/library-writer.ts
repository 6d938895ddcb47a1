import { setTimeout as sleep } from 'node:timers/promises';
import { isoTime } from '../../base/clock.ts';
import { PraxisError } from '../../base/errors.ts';
import { uuidV7 } from '../../base/uuid.ts';
import type { BatchKind } from '../../experience/batch.ts';
import type { Operation } from '../../experience/operation.ts';
import type { Planner } from '../../experience/plan-batch.ts';
import type { BatchRequest } from '../../experience/store.ts';
import { type Submitted, submit, type Turn } from '../../experience/submit.ts';
import { systemClock } from '../../host/clock.ts';
import { systemRandom } from '../../host/random.ts';

const PATIENCE_MS = 20_000;

/** What asks for a batch. */
export interface Wish {
  readonly kind: BatchKind;
  readonly wish: BatchRequest['wish'];
  readonly sessionId?: string | null;
  /** Chosen by a caller that may ask twice; a new one where it is left out. */
  readonly id?: string;
}

/** Asks a library for a batch and waits until it stands. */
export async function write(
  planner: Planner,
  { kind, wish, sessionId = null, id = uuidV7(systemClock, systemRandom) }: Wish,
): Promise<Submitted> {
  const request: BatchRequest = { v: 1, id, kind, at: isoTime(systemClock.nowMs()), sessionId, wish };
  return submit(request, planner, patientTurn());
}

/** What was asked for in operations. */
export function operationsWish(...operations: readonly Operation[]): BatchRequest['wish'] {
  return { kind: 'operations', operations, review: [] };
}

/** Up to 32 ms a time, 20 s in all. */
function patientTurn(): Turn {
  const endMs = systemClock.monotonicMs() + PATIENCE_MS;
  return {
    pause: () => sleep(1 + (systemRandom.bytes(1)[0] ?? 0) / 8),
    isOver: () => systemClock.monotonicMs() >= endMs,
  };
}

export function notFound(name: string): PraxisError {
  return new PraxisError('ENTRY_NOT_FOUND', `there is no guideline ${name}`, {
    hint: '`praxis experience list` names them: `r12` in the library of the repository, `u12` in that of the user.',
  });
}
