import type { AttemptContext, Intent, JsonObject, Snapshot } from '../engine/model.ts';
import {
  type Admission,
  admission,
  availableActions,
  createProgram,
  initialSnapshot,
  type Program,
  type ProgramInfo,
  snapshotData,
  stateHash,
} from '../engine/program.ts';
import type { Schema } from '../schema/ir.ts';
import { inputOf } from './action-input.ts';
import { carryOut } from './carry-out.ts';
import { settingsOf } from './effect-handler.ts';
import { type IntentLog, type LoggedDispatch, recordingHost } from './intent-log.ts';
import { ownCopy, withoutShared } from './own-copy.ts';
import { type Replayed, replayLog } from './replay.ts';
import { type EffectHost, type EffectOutcome, handlerHost, isPromise } from './run-effect.ts';
import type { Runtime, RuntimeOptions, SimulateOptions } from './runtime.ts';
import { restoreSnapshot, type SavedSnapshot, saveSnapshot } from './saved-snapshot.ts';
import { type Simulation, simulateFrom } from './simulate.ts';
import { type Listener, readerOf, Subscriptions } from './subscriptions.ts';
import { hostTimers } from './timers.ts';
import type {
  Actions,
  AnyDomain,
  DispatchOptions,
  DispatchResult,
  DomainModule,
  DomainTypes,
  IntentOf,
} from './types.ts';

/**
 * Starts a domain from its schema, or from a module that `praxis mel build` wrote, with the types of that module. Never
 * throws; what is wrong with a hand-made schema shows as the error of each dispatch.
 */
export function createRuntime<D extends DomainTypes = AnyDomain>(
  source: Schema | DomainModule<D>,
  options: RuntimeOptions<D>,
): Runtime<D> {
  const { onFallback = sayFallback } = options;
  const engine = new DomainRuntime(programOf(source, options.mode ?? 'auto'), options as unknown as RuntimeOptions);
  if (engine.info.reason !== undefined) onFallback(engine.info.reason);
  // The types of a module were made from the very schema that runs, so nothing is left to check here.
  return engine as unknown as Runtime<D>;
}

function programOf(
  source: Schema | Pick<DomainModule, 'schema' | 'link'>,
  mode: 'auto' | 'closures' | 'generated',
): Program {
  if (!('link' in source)) return createProgram(source, { mode });
  const schema = source.schema as Schema;
  return createProgram(schema, mode === 'closures' ? { mode } : { mode, link: source.link });
}

class DomainRuntime implements Runtime {
  readonly schema: Schema;
  readonly info: ProgramInfo;
  readonly actions: Actions<AnyDomain>;
  readonly #program: Program;
  readonly #options: RuntimeOptions;
  readonly #maxIterations: number;
  readonly #host: EffectHost;
  readonly #stop = new AbortController();
  readonly #subscriptions: Subscriptions;
  readonly #idPrefix: string;
  readonly #keepsLog: boolean;
  #start: Snapshot;
  #dispatches: LoggedDispatch[] = [];
  #current: Snapshot;
  #ids = 0;
  /** The end of the dispatches that wait; null: none does. */
  #queue: Promise<unknown> | null = null;
  /** A synchronous dispatch is under way; a handler may ask for the next one. */
  #isRunning = false;

  constructor(program: Program, options: RuntimeOptions) {
    const { effects = {}, timers = hostTimers, maxIterations = 100, onListenerError = throwLater, onRequest } = options;
    this.#program = program;
    this.schema = program.schema;
    this.info = program.info;
    this.#options = options;
    this.#maxIterations = maxIterations;
    this.#host = handlerHost({ settings: settingsOf(effects), timers, stop: this.#stop.signal, onRequest });
    this.#subscriptions = new Subscriptions(onListenerError);
    this.#idPrefix = Array.from(options.random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.#keepsLog = options.log ?? false;
    this.#current = initialSnapshot(program, { timestamp: options.clock.nowMs(), seed: this.#idPrefix });
    this.#start = this.#current;
    this.actions = this.#actions();
  }

  snapshot(): Snapshot {
    return this.#current;
  }

  get state(): JsonObject {
    return this.#current.state;
  }

  get computed(): JsonObject {
    return this.#current.computed;
  }

  available(): readonly string[] {
    return availableActions(this.#program, this.#current);
  }

  dispatchable(action: string, input?: JsonObject, options: DispatchOptions = {}): Admission {
    const intent = this.#intent({ type: action, ...(input === undefined ? {} : { input }), intentId: 'asked' });
    return admission(this.#program, this.#current, intent, this.#attempt(intent, options));
  }

  dispatch(given: IntentOf<AnyDomain>, options: DispatchOptions = {}): DispatchResult | Promise<DispatchResult> {
    const intent = this.#intent(given);
    const context = this.#attempt(intent, options);
    if (this.#queue === null && !this.#isRunning) return this.#run(intent, context);
    return this.#enqueue(ownCopy(intent), ownCopy(context));
  }

  async dispatchAsync(intent: IntentOf<AnyDomain>, options: DispatchOptions = {}): Promise<DispatchResult> {
    return this.dispatch(intent, options);
  }

  simulate(intents: readonly IntentOf<AnyDomain>[], options: SimulateOptions = {}): Simulation {
    const settings = settingsOf(options.effects ?? {});
    const stubs = handlerHost({ settings, timers: { after: () => () => {} }, stop: this.#stop.signal });
    const from = options.from ?? this.#current;
    // The version keeps the ids of a branch apart from those of what it branches from.
    const prefix = `simulated-${from.meta.version}`;
    const attempts = intents.map((given, index) => {
      const intent = this.#intent({ ...given, intentId: given.intentId ?? `${prefix}-${index + 1}` });
      return { intent, context: this.#attempt(intent, options) };
    });
    return simulateFrom(this.#program, from, attempts, stubs, this.#maxIterations);
  }

  subscribe(path: string, listener: Listener): () => void {
    return this.#subscriptions.add(readerOf(path), listener);
  }

  select<T>(read: (snapshot: Snapshot) => T, listener: Listener<T>): () => void {
    return this.#subscriptions.add(read, listener as Listener);
  }

  hash(): string {
    return stateHash(this.#current);
  }

  save(): SavedSnapshot {
    return saveSnapshot(this.#program, this.#current);
  }

  restore(data: unknown): ReturnType<Runtime['restore']> {
    if (this.#queue !== null || this.#isRunning) return { kind: 'busy' };
    const restored = restoreSnapshot(this.#program, data);
    if (restored.kind === 'refused') return restored;
    this.#start = restored.snapshot;
    this.#dispatches = [];
    this.#publish(restored.snapshot);
    return { kind: 'ok' };
  }

  log(): IntentLog {
    return {
      format: 'mel-log',
      v: 1,
      schemaHash: this.schema.hash,
      platform: this.#options.platform ?? null,
      start: snapshotData(this.#program, this.#start),
      dispatches: [...this.#dispatches],
      end: { hash: this.hash(), state: snapshotData(this.#program, this.#current).state },
    };
  }

  replay(log: IntentLog): Replayed {
    return replayLog(this.#program, log, this.#maxIterations);
  }

  dispose(): void {
    this.#stop.abort();
    this.#subscriptions.clear();
  }

  #actions(): Actions<AnyDomain> {
    const actions: Record<string, unknown> = Object.create(null);
    for (const [type, { params }] of Object.entries(this.schema.actions)) {
      const call = (...args: readonly unknown[]) => {
        const input = inputOf(params, args);
        return this.dispatch(input === undefined ? { type } : { type, input: input as JsonObject });
      };
      Object.defineProperty(actions, type, { value: call, enumerable: true });
    }
    return Object.freeze(actions) as Actions<AnyDomain>;
  }

  #intent({ type, input, intentId }: IntentOf<AnyDomain>): Intent {
    const id = intentId ?? this.#freshId();
    return input === undefined ? { type, intentId: id } : { type, input: withoutShared(input), intentId: id };
  }

  #freshId(): string {
    this.#ids += 1;
    return `${this.#idPrefix}-${this.#ids}`;
  }

  #attempt(intent: Intent, options: DispatchOptions): AttemptContext {
    const timestamp = options.timestamp ?? this.#options.clock.nowMs();
    const seed = options.seed ?? intent.intentId;
    const context = options.context ?? this.#options.context;
    return context === undefined ? { timestamp, seed } : { timestamp, seed, context: withoutShared(context) };
  }

  #run(intent: Intent, context: AttemptContext): DispatchResult | Promise<DispatchResult> {
    const before = this.#current;
    if (this.#stop.signal.aborted) return disposed(intent, context, before);
    const answers: EffectOutcome[] = [];
    const host = this.#keepsLog ? recordingHost(this.#host, answers) : this.#host;
    const maxIterations = this.#maxIterations;
    this.#isRunning = true;
    let result: DispatchResult | Promise<DispatchResult>;
    try {
      result = carryOut({ program: this.#program, before, intent, context, host, maxIterations });
    } finally {
      this.#isRunning = false;
    }
    if (!isPromise(result)) {
      this.#settle(intent, context, answers, result);
      return result;
    }
    const ended = result.then((late) => {
      if (this.#queue === tail) this.#queue = null;
      this.#settle(intent, context, answers, late);
      return late;
    });
    const tail: Promise<unknown> = ended;
    this.#queue ??= tail;
    return ended;
  }

  /** Runs an intent when all before it are settled. */
  #enqueue(intent: Intent, context: AttemptContext): Promise<DispatchResult> {
    const next = async (): Promise<DispatchResult> => {
      const result = await this.#run(intent, context);
      if (this.#queue === tail) this.#queue = null;
      return result;
    };
    // An earlier dispatch that broke has told its own caller.
    const tail: Promise<DispatchResult> = Promise.resolve(this.#queue).then(next, next);
    this.#queue = tail;
    return tail;
  }

  #settle(intent: Intent, attempt: AttemptContext, effects: readonly EffectOutcome[], result: DispatchResult): void {
    if (this.#keepsLog) this.#dispatches.push({ intent, attempt, effects, kind: result.kind });
    this.#publish(result.snapshot);
  }

  #publish(snapshot: Snapshot): void {
    const before = this.#current;
    this.#current = snapshot;
    this.#subscriptions.publish(before, snapshot);
  }
}

function disposed(intent: Intent, { timestamp }: AttemptContext, snapshot: Snapshot): DispatchResult {
  const error = {
    code: 'INTERNAL_ERROR' as const,
    message: 'the runtime is disposed',
    source: { actionId: intent.type, nodePath: '' },
    timestamp,
  };
  return { kind: 'failed', error, before: snapshot, snapshot };
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function sayFallback(reason: string): void {
  console.warn(`praxis/mel runs closures in place of generated code: ${reason}`);
}
