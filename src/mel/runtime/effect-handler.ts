import type { ConcretePatch, JsonObject, Requirement, Snapshot } from '../engine/model.ts';
import type { Json } from '../schema/ir.ts';
import type { DomainTypes } from './types.ts';

/** What a handler is told beside the parameters. All of it is frozen. */
export interface EffectContext<I = Json> {
  /** The state at the moment of the request. */
  readonly snapshot: Snapshot;
  readonly requirement: Requirement;
  /** Aborted when the time is up or the runtime is disposed. */
  readonly signal: AbortSignal;
  /** A patch that sets the place which the parameter `into` names. */
  into(value: I): ConcretePatch;
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
export type EffectHandler<P = JsonObject, I = Json> = (
  params: P,
  context: EffectContext<I>,
) => readonly ConcretePatch[] | Promise<readonly ConcretePatch[]>;

/** A handler with its limits. */
export interface EffectSettings<P = JsonObject, I = Json> {
  readonly run: EffectHandler<P, I>;
  /** Default 30 000. A timeout is not retried. */
  readonly timeoutMs?: number;
  /** How often a handler that threw is asked again. Default 0. */
  readonly retries?: number;
  /** Default 1 000. */
  readonly retryDelayMs?: number;
}

type HandlerOf<E> = E extends { readonly params: infer P; readonly into: infer I }
  ? EffectHandler<P, I> | EffectSettings<P, I>
  : never;

/** Handlers by effect type. */
export type EffectHandlers<D extends DomainTypes> = {
  readonly [T in keyof D['effects'] & string]?: HandlerOf<D['effects'][T]>;
};

export interface SettledSettings {
  readonly run: EffectHandler;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly retryDelayMs: number;
}

/** Finds the handler of an effect type; undefined: there is none. */
export type HandlerLookup = (type: string) => EffectHandler | EffectSettings | undefined;

export type SettingsLookup = (type: string) => SettledSettings | undefined;

/** Handlers with their defaults filled in. */
export function settingsOf(effects: object | HandlerLookup): SettingsLookup {
  const find = typeof effects === 'function' ? (effects as HandlerLookup) : lookupIn(effects);
  return (type) => {
    const given = find(type);
    if (given === undefined) return undefined;
    const settings = typeof given === 'function' ? { run: given } : given;
    const { run, timeoutMs = 30_000, retries = 0, retryDelayMs = 1_000 } = settings;
    return { run, timeoutMs, retries, retryDelayMs };
  };
}

function lookupIn(effects: object): HandlerLookup {
  const handlers = new Map<string, EffectHandler | EffectSettings | undefined>(Object.entries(effects));
  return (type) => handlers.get(type);
}
