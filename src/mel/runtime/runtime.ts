import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { Requirement } from '../engine/model.ts';
import type { Admission, ProgramInfo } from '../engine/program.ts';
import type { Schema } from '../schema/ir.ts';
import type { EffectHandlers, HandlerLookup } from './effect-handler.ts';
import type { IntentLog } from './intent-log.ts';
import type { Replayed } from './replay.ts';
import type { SavedSnapshot } from './saved-snapshot.ts';
import type { Simulation } from './simulate.ts';
import type { PathOf, ValueAt } from './state-paths.ts';
import type { Listener } from './subscriptions.ts';
import type { Timers } from './timers.ts';
import type {
  ActionInput,
  ActionName,
  Actions,
  AnyDomain,
  Dispatched,
  DispatchOptions,
  DispatchResult,
  DomainTypes,
  IntentOf,
  TypedSnapshot,
} from './types.ts';

/** What a runtime takes from outside: clock and chance, and what some domains need. */
export interface RuntimeOptions<D extends DomainTypes = AnyDomain> {
  /** Its `nowMs` is the timestamp of each dispatch that brings none. */
  readonly clock: Clock;
  /** For the ids of intents that come without one: 8 bytes, asked for once. */
  readonly random: Random;
  /** Handlers by effect type, or a function that finds them. */
  readonly effects?: EffectHandlers<D> | HandlerLookup;
  /** Hears of each request of an effect as it is made, while nothing is settled yet. */
  readonly onRequest?: (requirement: Requirement) => void;
  /** The context of every dispatch that brings none. */
  readonly context?: D['context'];
  /** Most passes of one dispatch, so one more than the effects it may ask for. Default 100. */
  readonly maxIterations?: number;
  /** Default `auto`: generated code where it is allowed. A built module brings its own code; only `closures` changes that. */
  readonly mode?: 'auto' | 'closures' | 'generated';
  /** Whether dispatches are kept for `log()`: all of them, some hundred bytes each. Default false. */
  readonly log?: boolean;
  /** Named in the log, such as `node v24.1.0`. */
  readonly platform?: string;
  /** For the timeouts and retries of handlers. Default: `setTimeout`. */
  readonly timers?: Timers;
  /** Told once why closures run although generated code was wished for; results are the same. Default: a line in the console. */
  readonly onFallback?: (reason: string) => void;
  /** Gets what a listener throws. Default: it becomes an uncaught error of its own. */
  readonly onListenerError?: (error: unknown) => void;
}

/** What a simulation takes in the place of the runtime's own. */
export interface SimulateOptions<D extends DomainTypes = AnyDomain> extends DispatchOptions<D> {
  /** Handlers that answer at once. An effect without one ends the simulation. */
  readonly effects?: EffectHandlers<D> | HandlerLookup;
  /** Default: the current snapshot. */
  readonly from?: TypedSnapshot<D>;
}

/** A running domain: one state, changed by dispatches one after the other. */
export interface Runtime<D extends DomainTypes = AnyDomain> {
  /** What the domain was compiled to. All its runtimes share it: it must not be changed. */
  readonly schema: Schema;
  /** How the code of the domain runs, and why not otherwise. */
  readonly info: ProgramInfo;
  /** What the last settled dispatch left; never something in between. */
  snapshot(): TypedSnapshot<D>;
  /** State fields by name. A dispatch never changes this object; it leaves another one. */
  readonly state: D['state'];
  /** Computed values by name, worked out when they are first needed after a dispatch. */
  readonly computed: D['computed'];
  /** Each action as a function of its input. */
  readonly actions: Actions<D>;
  /** Actions whose `available` holds. */
  available(): readonly ActionName<D>[];
  /** Whether an intent with this input would pass all gates, and if not which one refuses. */
  dispatchable<A extends ActionName<D>>(action: A, input?: ActionInput<D, A>, options?: DispatchOptions<D>): Admission;
  /**
   * Carries out one intent. The result is there at once unless a handler answers later, or an earlier dispatch still
   * waits for one: then a promise of it is.
   */
  dispatch(intent: IntentOf<D>, options?: DispatchOptions<D>): Dispatched<D>;
  /** `dispatch`, always as a promise. */
  dispatchAsync(intent: IntentOf<D>, options?: DispatchOptions<D>): Promise<DispatchResult<D>>;
  /** What a row of intents would lead to. Nothing is published, no handler of the runtime is asked. */
  simulate(intents: readonly IntentOf<D>[], options?: SimulateOptions<D>): Simulation<D>;
  /**
   * Tells each change of a computed value or of a dotted path into the state or one, once per settled dispatch. Returns the
   * end of it. Throws USAGE for a path that begins with neither.
   */
  subscribe<P extends PathOf<D>>(path: P, listener: Listener<ValueAt<D, P>, TypedSnapshot<D>>): () => void;
  /** The same for whatever `read` makes of a snapshot; it has to be JSON. */
  select<T>(read: (snapshot: TypedSnapshot<D>) => T, listener: Listener<T, TypedSnapshot<D>>): () => void;
  /** Lower-case hex SHA-256 of the state. */
  hash(): string;
  /** The current snapshot as plain JSON, for `restore`; without the log. */
  save(): SavedSnapshot;
  /** Goes on from a saved snapshot; tells subscribers. `busy`: a dispatch waits for its effect. */
  restore(
    data: unknown,
  ):
    | { readonly kind: 'ok' }
    | { readonly kind: 'busy' }
    | { readonly kind: 'refused'; readonly code: 'SNAPSHOT_FOREIGN' | 'SNAPSHOT_TOO_NEW'; readonly message: string };
  /**
   * What was dispatched since the beginning, or since `restore`. Without the option `log` it holds no dispatch and begins at
   * the current snapshot.
   */
  log(): IntentLog;
  /** Runs a log again on its own start; the runtime stays as it is. What is no log of this domain is refused. */
  replay(log: unknown): Replayed;
  /** Aborts the handler that runs and forgets all listeners. Later dispatches fail. */
  dispose(): void;
}
