import type { Snapshot } from '../engine/model.ts';
import type { LoggedDispatch } from './intent-log.ts';
import type { EffectHost } from './run-effect.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { Actions, AnyDomain } from './types.ts';

/** Where a log begins, and what happened since. */
interface KeptLog {
  readonly start: Snapshot;
  readonly dispatches: LoggedDispatch[];
}

/** What only some runtimes need, made when it is first needed: a domain may run in thousands of copies. */
export interface Extras {
  kept?: KeptLog;
  host?: EffectHost;
  /** Aborts whatever handler runs when the runtime is disposed. */
  stop?: AbortController;
  subscriptions?: Subscriptions;
  actions?: Actions<AnyDomain>;
  /** Lets the dispatches go on that were asked for while this one ran. */
  ended?: (() => void) | undefined;
  /** How many dispatches wait for those before them. */
  waiting?: number;
}

/** Of a runtime that needed none so far. */
export const NO_EXTRAS: Extras = {};
