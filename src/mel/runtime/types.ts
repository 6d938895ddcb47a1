import type { ErrorCode, ErrorValue, JsonObject, Layer, Snapshot } from '../engine/model.ts';
import type { Blocker } from '../engine/program.ts';
import type { Json } from '../schema/ir.ts';

/** The types of one domain, as the `.d.ts` of a built module states them. They exist for the compiler only. */
export interface DomainTypes {
  readonly state: object;
  readonly computed: object;
  /** Each action: its input keyed by parameter (undefined without parameters), and the same as arguments in order. */
  readonly actions: object;
  /** What `$context` holds; undefined without a context block. */
  readonly context: object | undefined;
  /** Each host effect: its `params` as the handler receives them, and the type of the place that `into` names. */
  readonly effects: object;
}

/** A domain of which only the schema is known. */
export interface AnyDomain extends DomainTypes {
  readonly state: JsonObject;
  readonly computed: JsonObject;
  readonly actions: {
    readonly [name: string]: { readonly input: JsonObject | undefined; readonly args: readonly Json[] };
  };
  readonly context: JsonObject | undefined;
  readonly effects: { readonly [type: string]: { readonly params: JsonObject; readonly into: Json } };
}

/** What `praxis mel build` writes: the schema and the code of a domain. */
export interface DomainModule<D extends DomainTypes = AnyDomain> {
  readonly format: 'mel-module';
  readonly v: 1;
  readonly schema: object;
  readonly link: (lib: unknown) => unknown;
  /** Never there at run time. */
  readonly types?: D;
}

/** Names of the actions of a domain. */
export type ActionName<D extends DomainTypes> = keyof D['actions'] & string;

/** Input of one action, keyed by parameter; undefined where it has none. */
export type ActionInput<D extends DomainTypes, A extends ActionName<D>> = D['actions'][A] extends {
  readonly input: infer I;
}
  ? I
  : never;

type ActionArgs<D extends DomainTypes, A extends ActionName<D>> = D['actions'][A] extends {
  readonly args: infer P extends readonly unknown[];
}
  ? P
  : never;

/** Arguments in order, or one object keyed by parameter. */
type ActionCall<D extends DomainTypes, A extends ActionName<D>> = (
  ...args: ActionArgs<D, A> | (undefined extends ActionInput<D, A> ? readonly [] : readonly [input: ActionInput<D, A>])
) => Dispatched<D>;

/** The actions of a domain as functions. */
export type Actions<D extends DomainTypes> = { readonly [A in ActionName<D>]: ActionCall<D, A> };

/** A snapshot whose state and computed values have the types of the domain. */
export type TypedSnapshot<D extends DomainTypes> = Omit<Snapshot, 'state' | 'computed'> & {
  readonly state: D['state'];
  readonly computed: D['computed'];
};

/**
 * How a dispatch ended. `ok`, `stop` and `fail` are what the domain decided; `failed` is a problem of the host (unknown effect,
 * handler, iteration limit); `blocked` is a refusal by a gate, which changes nothing.
 */
export type DispatchResult<D extends DomainTypes = AnyDomain> =
  | { readonly kind: 'ok'; readonly before: TypedSnapshot<D>; readonly snapshot: TypedSnapshot<D> }
  | {
      readonly kind: 'stop';
      readonly reason: string;
      readonly before: TypedSnapshot<D>;
      readonly snapshot: TypedSnapshot<D>;
    }
  | {
      readonly kind: 'fail' | 'failed';
      readonly error: ErrorValue;
      readonly before: TypedSnapshot<D>;
      readonly snapshot: TypedSnapshot<D>;
    }
  | {
      readonly kind: 'blocked';
      readonly layer: Layer;
      readonly code: ErrorCode;
      readonly message: string;
      readonly blockers: readonly Blocker[];
      readonly snapshot: TypedSnapshot<D>;
    };

/**
 * The result itself where it is there at once; a promise of it where a handler took its time or an earlier dispatch still waits
 * for one. A domain without host effects never has to wait.
 */
export type Dispatched<D extends DomainTypes = AnyDomain> = [keyof D['effects']] extends [never]
  ? DispatchResult<D>
  : DispatchResult<D> | Promise<DispatchResult<D>>;

/** An intent as a caller gives it. */
export type IntentOf<D extends DomainTypes> = {
  [A in ActionName<D>]: {
    readonly type: A;
    readonly input?: ActionInput<D, A>;
    /** Default: fresh. Two intents with one id are one attempt for `once` and `onceIntent`. */
    readonly intentId?: string;
  };
}[ActionName<D>];

/** What one dispatch brings along. */
export interface DispatchOptions<D extends DomainTypes = AnyDomain> {
  /** Default: the context of the runtime. */
  readonly context?: D['context'];
  /** Milliseconds since 1970; default: the clock. */
  readonly timestamp?: number;
  /** Default: the intent id. */
  readonly seed?: string;
}
