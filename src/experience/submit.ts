import { PraxisError } from '../base/errors.ts';
import type { AppliedBatch } from './batch.ts';
import type { Outcome } from './library-state.ts';
import { type Plan, type Planner, planBatch } from './plan-batch.ts';
import { screenRequest } from './screen-request.ts';
import type { BatchRequest } from './store.ts';

/** What a request came to. */
export type Submitted =
  | { readonly kind: 'applied'; readonly batch: AppliedBatch }
  /** It changed no entry: all is so already, nothing of it could be done, or it only answered what waited. */
  | { readonly kind: 'nothing'; readonly outcomes: readonly Outcome[]; readonly version: number };

/** How a request waits for its turn. */
export interface Turn {
  /** A random pause, so that many waiters do not meet again and again. */
  pause(): Promise<void>;
  /** Whether it has waited long enough. */
  isOver(): boolean;
}

const MAX_RETRIES = 3;

/**
 * Plans a request and commits it. It is planned anew where others were faster, at most three times; then it is parked and
 * waits for its turn, and whoever waits does what was parked before. STORE_BUSY where its turn does not come in time: it
 * stays parked, and the next command that writes applies it.
 */
export async function submit(wished: BatchRequest, planner: Planner, turn: Turn): Promise<Submitted> {
  const request = screenRequest(wished);
  const { store } = planner.held;
  for (;;) {
    if ((await store.parked()).length > 0) await settleParked(planner);
    const submitted = await attempt(request, planner);
    if (submitted !== 'lost') return submitted;
    await store.park(request);
    if (turn.isOver()) throw waiting(request);
    await turn.pause();
  }
}

function waiting({ id }: BatchRequest): PraxisError {
  return new PraxisError('STORE_BUSY', `the batch ${id} is kept and waits: others write to the library all the time`, {
    hint: 'The next command that changes the library applies it.',
  });
}

/** Applies what was parked, oldest first, until one loses again. */
async function settleParked(planner: Planner): Promise<void> {
  const { store } = planner.held;
  for (const request of await store.parked()) {
    try {
      const submitted = await attempt(request, planner);
      if (submitted === 'lost') return;
    } catch (error) {
      // What can no longer be done, such as the undo of what another undid, must not hold up the rest.
      if (!(error instanceof PraxisError) || !REFUSALS.has(error.code)) throw error;
    }
    await store.unpark(request.id);
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['UNDO_BLOCKED', 'UNDO_NOT_FOUND', 'ENTRY_NOT_FOUND', 'ENTRY_INVALID']);

async function attempt(request: BatchRequest, planner: Planner): Promise<Submitted | 'lost'> {
  for (let tries = 0; tries <= MAX_RETRIES; tries++) {
    const submitted = await attemptOnce(request, planner);
    if (submitted !== undefined) return submitted;
  }
  return 'lost';
}

/** Undefined where another was faster. */
async function attemptOnce(request: BatchRequest, planner: Planner): Promise<Submitted | undefined> {
  const { store } = planner.held;
  const known = await appliedBatch(request.id, planner);
  if (known !== undefined) return { kind: 'applied', batch: known };
  const plan = await planBatch(request, planner);
  switch (plan.kind) {
    case 'nothing':
      return plan;
    case 'answer':
      await store.answer([plan.item]);
      return { kind: 'nothing', outcomes: [], version: plan.version };
    case 'commit':
      return committed(plan, planner);
  }
}

async function committed(
  plan: Extract<Plan, { readonly kind: 'commit' }>,
  planner: Planner,
): Promise<Submitted | undefined> {
  const { batch } = plan.commit;
  switch (await planner.held.store.commit(plan.commit, plan.expected)) {
    case 'applied':
      return { kind: 'applied', batch: { ...batch, version: plan.expected.version + 1 } };
    case 'known': {
      const known = await appliedBatch(batch.id, planner);
      return known === undefined ? undefined : { kind: 'applied', batch: known };
    }
    case 'moved':
      return undefined;
  }
}

async function appliedBatch(id: string, { held }: Planner): Promise<AppliedBatch | undefined> {
  const [batch] = await held.store.batches({ ids: [id] });
  return batch;
}
