import { PraxisError } from '../base/errors.ts';
import type { AppliedBatch, BatchKind } from './batch.ts';
import { isOverFull } from './library-size.ts';
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
/** Looks at the queue after which its head counts as left behind. */
const PATIENT_LOOKS = 50;

/**
 * Plans a request and commits it. It is planned anew where others were faster, at most three times; then it is parked. Who
 * finds others parked waits behind them, so that the first of them has nobody in its way; what a dead process left at the
 * head is done by those who wait. STORE_BUSY where the turn does not come in time: the request stays parked, and the next
 * that writes applies it.
 */
export async function submit(wished: BatchRequest, planner: Planner, turn: Turn): Promise<Submitted> {
  const submitted = await inTurn(screenRequest(wished), planner, turn);
  if (submitted.kind === 'applied' && MAY_GROW.has(wished.kind)) await compressIfFull(wished, planner, turn);
  return submitted;
}

/** Not those that give back what was. */
const MAY_GROW: ReadonlySet<BatchKind> = new Set(['add', 'correct', 'learn', 'import', 'review', 'restore']);

/** A library over its capacity is compressed by a batch of its own, which can be undone. */
async function compressIfFull({ id, at }: BatchRequest, planner: Planner, turn: Turn): Promise<void> {
  if (!isOverFull(await planner.held.refresh())) return;
  const wish = { kind: 'compress' } as const;
  await inTurn({ v: 1, id: `${id}-compress`, kind: 'compress', at, sessionId: null, wish }, planner, turn);
}

async function inTurn(request: BatchRequest, planner: Planner, turn: Turn): Promise<Submitted> {
  const { store } = planner.held;
  const head = new Head();
  for (let isParked = false; ; ) {
    const parked = await store.parked();
    const first = parked[0];
    if (first === undefined || first.id === request.id || (isParked && !parked.some(({ id }) => id === request.id))) {
      const submitted = await settled(request, planner, isParked);
      if (submitted !== 'lost') return submitted;
    } else if (head.isLeft(first)) {
      await settleParked(first, planner);
      continue;
    }
    if (!isParked) await store.park(request);
    isParked = true;
    if (turn.isOver()) throw waiting(request);
    await turn.pause();
  }
}

/** Who is first in the queue, and for how long. */
class Head {
  #id = '';
  #looks = 0;

  isLeft({ id }: BatchRequest): boolean {
    this.#looks = id === this.#id ? this.#looks + 1 : 0;
    this.#id = id;
    return this.#looks > PATIENT_LOOKS;
  }
}

function waiting({ id }: BatchRequest): PraxisError {
  return new PraxisError('STORE_BUSY', `the batch ${id} is kept and waits: others write to the library all the time`, {
    hint: 'The next command that changes the library applies it.',
  });
}

/** What is answered waits no longer; a commit takes its request from the queue by itself. */
async function settled(request: BatchRequest, planner: Planner, isParked: boolean): Promise<Submitted | 'lost'> {
  const { store } = planner.held;
  try {
    const submitted = await attempt(request, planner);
    if (isParked && submitted !== 'lost' && submitted.kind === 'nothing') await store.unpark(request.id);
    return submitted;
  } catch (error) {
    if (isParked && isRefusal(error)) await store.unpark(request.id);
    throw error;
  }
}

/** Does what another left. What can no longer be done, such as the undo of what is undone, must not hold up the rest. */
async function settleParked(request: BatchRequest, planner: Planner): Promise<void> {
  try {
    await settled(request, planner, true);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof PraxisError && REFUSALS.has(error.code);
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
