import type { ConcretePatch, JsonObject, Requirement, Snapshot } from '../engine/model.ts';
import type { Json } from '../schema/ir.ts';
import type { DomainTypes } from './types.ts';

/** What a handler is told beside the parameters. All of it is frozen. */
export interface EffectContext {
  /** The state at the moment of the request. */
  readonly snapshot: Snapshot;
  readonly requirement: Requirement;
  /** Aborted when the time is up or the runtime is disposed. */
  readonly signal: AbortSignal;
  /** A patch that sets `path`: a dotted path into the state, as `into` has it. */
  set(path: string, value: Json): ConcretePatch;
  /** A patch that merges an object into the one at `path`. */
  merge(path: string, value: JsonObject): ConcretePatch;
  /** A patch that removes the key at `path`. */
  unset(path: string): ConcretePatch;
}

/**
 * Carries out one effect and returns the patches it results in: all of them are applied, or none. What it throws fails the
 * dispatch; a failure that the domain should know of is returned as patches.
 */
export type EffectHandler<P = JsonObject> = (
  params: P,
  context: EffectContext,
) => readonly ConcretePatch[] | Promise<readonly ConcretePatch[]>;

/** A handler with its limits. */
export interface EffectSettings<P = JsonObject> {
  readonly run: EffectHandler<P>;
  /** Default 30 000. A timeout is not retried. */
  readonly timeoutMs?: number;
  /** How often a handler that threw is asked again. Default 0. */
  readonly retries?: number;
  /** Default 1 000. */
  readonly retryDelayMs?: number;
}

/** Handlers by effect type. */
export type EffectHandlers<D extends DomainTypes> = {
  readonly [T in keyof D['effects'] & string]?: EffectHandler<D['effects'][T]> | EffectSettings<D['effects'][T]>;
};

export interface SettledSettings {
  readonly run: EffectHandler;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly retryDelayMs: number;
}

/** Handlers with their defaults filled in. */
export function settingsOf(effects: object): ReadonlyMap<string, SettledSettings> {
  const settings = new Map<string, SettledSettings>();
  for (const [type, given] of Object.entries(effects) as [string, EffectHandler | EffectSettings | undefined][]) {
    if (given === undefined) continue;
    const {
      run,
      timeoutMs = 30_000,
      retries = 0,
      retryDelayMs = 1_000,
    } = typeof given === 'function' ? { run: given } : given;
    settings.set(type, { run, timeoutMs, retries, retryDelayMs });
  }
  return settings;
}
