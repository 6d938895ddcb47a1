import { deepFreeze } from '../engine/deep-freeze.ts';
import type { ConcretePatch, ErrorCode, Requirement, Snapshot } from '../engine/model.ts';
import type { Json } from '../schema/ir.ts';
import type { EffectContext, SettingsLookup, SettledSettings } from './effect-handler.ts';
import { type HandlerPatches, handlerPatches, patchMakers } from './handler-patches.ts';
import type { Timers } from './timers.ts';

/** What came of one request to the host. */
export type EffectOutcome =
  | { readonly kind: 'patches'; readonly patches: readonly ConcretePatch[] }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string };

/** Carries out requests, one at a time. */
export type EffectHost = (requirement: Requirement, snapshot: Snapshot) => EffectOutcome | Promise<EffectOutcome>;

export interface HostOptions {
  readonly settings: SettingsLookup;
  readonly timers: Timers;
  /** Its signal aborts the handler that runs; asked for where a handler does not answer at once. */
  readonly stop: () => AbortSignal;
  /** How many dispatches wait for the one that asks. */
  readonly waiting?: () => number;
  /** Hears of each request, also of one without a handler. Does not throw. */
  readonly onRequest?: ((requirement: Requirement) => void) | undefined;
}

/** A host with handlers. It answers at once where the handler does. */
export function handlerHost(options: HostOptions): EffectHost {
  return (requirement, snapshot) => {
    options.onRequest?.(requirement);
    let settings: SettledSettings | undefined;
    try {
      settings = options.settings(requirement.type);
    } catch (error) {
      return { kind: 'failed', code: 'EFFECT_EXECUTION_FAILED', message: messageOf(error) };
    }
    if (settings === undefined)
      return {
        kind: 'failed',
        code: 'UNKNOWN_EFFECT',
        message: `there is no handler for the effect ${requirement.type}`,
      };
    return attempt({ requirement, snapshot, settings, options }, settings.retries);
  };
}

interface Request {
  readonly requirement: Requirement;
  readonly snapshot: Snapshot;
  readonly settings: SettledSettings;
  readonly options: HostOptions;
}

function attempt(request: Request, retriesLeft: number): EffectOutcome | Promise<EffectOutcome> {
  const { settings, requirement } = request;
  const abort = new AbortController();
  try {
    const returned = settings.run(deepFreeze(requirement.params), contextOf(request, abort.signal));
    if (!isPromise(returned)) return read(returned);
    return inTime(request, abort, returned, retriesLeft);
  } catch (error) {
    return afterError(request, error, retriesLeft);
  }
}

/** The first of: an answer, the end of the time, the end of the runtime. What comes later is dropped. */
function inTime(
  request: Request,
  abort: AbortController,
  answer: Promise<unknown>,
  retriesLeft: number,
): Promise<EffectOutcome> {
  const { settings, options } = request;
  const stop = options.stop();
  return new Promise((resolve) => {
    const settle = (outcome: EffectOutcome | Promise<EffectOutcome>): void => {
      cancelTimer();
      stop.removeEventListener('abort', onStop);
      resolve(outcome);
    };
    const giveUp = (code: ErrorCode, message: string): void => {
      settle({ kind: 'failed', code, message });
      abort.abort();
    };
    const onStop = (): void => giveUp('EFFECT_EXECUTION_FAILED', 'the runtime was disposed');
    const cancelTimer = options.timers.after(settings.timeoutMs, () =>
      giveUp('EFFECT_TIMEOUT', timeoutMessage(request)),
    );
    stop.addEventListener('abort', onStop, { once: true });
    let isOver = false;
    abort.signal.addEventListener('abort', () => {
      isOver = true;
    });
    if (stop.aborted) onStop();
    // A thenable of another make may throw or answer twice.
    Promise.resolve(answer).then(
      (returned) => {
        if (!isOver) settle(read(returned));
      },
      (error) => {
        if (!isOver) settle(afterError(request, error, retriesLeft));
      },
    );
  });
}

/** Who waits for whom cannot be told from outside, so that the usual reason is named beside the fact. */
function timeoutMessage({ requirement, settings, options }: Request): string {
  const late = `the handler of ${requirement.type} did not answer within ${settings.timeoutMs} ms`;
  const waiting = options.waiting?.() ?? 0;
  if (waiting === 0) return late;
  const who = waiting === 1 ? 'one dispatch waits' : `${waiting} dispatches wait`;
  return `${late}, and ${who} for it to end: a handler that awaits a dispatch of its own runtime waits for itself`;
}

function read(returned: unknown): EffectOutcome {
  const patches = readable(returned);
  return patches.kind === 'patches'
    ? patches
    : { kind: 'failed', code: 'EFFECT_APPLY_FAILED', message: patches.message };
}

function readable(returned: unknown): HandlerPatches {
  try {
    return handlerPatches(returned);
  } catch (error) {
    return { kind: 'malformed', message: `what the handler returned cannot be read: ${messageOf(error)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function afterError(request: Request, error: unknown, retriesLeft: number): EffectOutcome | Promise<EffectOutcome> {
  const { options, settings } = request;
  const failed: EffectOutcome = { kind: 'failed', code: 'EFFECT_EXECUTION_FAILED', message: messageOf(error) };
  if (retriesLeft <= 0) return failed;
  const stop = options.stop();
  if (stop.aborted) return failed;
  return new Promise((resolve) => {
    const cancel = options.timers.after(settings.retryDelayMs, () => {
      stop.removeEventListener('abort', onStop);
      resolve(attempt(request, retriesLeft - 1));
    });
    const onStop = (): void => {
      cancel();
      resolve(failed);
    };
    stop.addEventListener('abort', onStop, { once: true });
  });
}

/** The snapshot is frozen when it is first looked at: most handlers never do. */
function contextOf(request: Request, signal: AbortSignal): EffectContext {
  const { set, merge, unset } = patchMakers(() => request.snapshot);
  const place = request.requirement.params.into;
  return Object.freeze({
    get snapshot() {
      return deepFreeze(request.snapshot);
    },
    requirement: Object.freeze(request.requirement),
    signal,
    into: (value: Json) => set(typeof place === 'string' ? place : '', value),
    set,
    merge,
    unset,
  });
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
