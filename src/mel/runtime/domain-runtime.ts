import type { AttemptContext, Intent, JsonObject, Snapshot } from '../engine/model.ts';
import {
  type Admission,
  admission,
  availableActions,
  initialSnapshot,
  type Program,
  type ProgramInfo,
  stateHash,
} from '../engine/program.ts';
import type { Schema } from '../schema/ir.ts';
import { actionCalls } from './action-calls.ts';
import { carryOut, disposedResult } from './carry-out.ts';
import { type IntentLog, intentLog, loggedDispatch, recordingHost } from './intent-log.ts';
import { listenerErrors } from './listener-errors.ts';
import { ownCopy, withoutShared } from './own-copy.ts';
import { type Replayed, replayLog } from './replay.ts';
import { type EffectOutcome, isPromise } from './run-effect.ts';
import type { Runtime, RuntimeOptions, SimulateOptions } from './runtime.ts';
import { type Extras, NO_EXTRAS } from './runtime-extras.ts';
import { hostOf, NO_HANDLERS, stubHost } from './runtime-host.ts';
import { restoreSnapshot, type SavedSnapshot, saveSnapshot } from './saved-snapshot.ts';
import { type Simulation, simulateFrom } from './simulate.ts';
import { type Listener, readerOf, Subscriptions } from './subscriptions.ts';
import type { Actions, AnyDomain, DispatchOptions, DispatchResult, IntentOf } from './types.ts';
import { checkSelection, checkSimulation, checkSubscription } from './usage.ts';

/** In the place of an intent that is none; no action has the name. */
const NO_INTENT: IntentOf<AnyDomain> = { type: '' };

/** The runtime of any domain; `createRuntime` gives it the types of one. */
export class DomainRuntime implements Runtime {
  readonly #program: Program;
  readonly #options: RuntimeOptions;
  readonly #idPrefix: string;
  #current: Snapshot;
  #ids = 0;
  /** The end of the dispatches that wait; null: none does. */
  #queue: Promise<unknown> | null = null;
  /** The synchronous part of a dispatch is under way; a handler may ask for the next one. */
  #isRunning = false;
  #isDisposed = false;
  #extras: Extras | null = null;

  constructor(program: Program, options: RuntimeOptions) {
    this.#program = program;
    this.#options = options;
    const digits = Array.from(options.random.bytes(8), (byte) => byte.toString(16).padStart(2, '0'));
    this.#idPrefix = [...digits, '-'].join('');
    this.#current = initialSnapshot(program, { timestamp: options.clock.nowMs(), seed: digits.join('') });
    if (options.log === true) this.#extra().kept = { start: this.#current, dispatches: [] };
    if (options.effects === undefined && options.onRequest === undefined) return;
    const life = { stop: () => this.#stopped().signal, waiting: () => this.#extras?.waiting ?? 0 };
    this.#extra().host = hostOf(options, life);
  }

  get schema(): Schema {
    return this.#program.schema;
  }

  get info(): ProgramInfo {
    return this.#program.info;
  }

  get actions(): Actions<AnyDomain> {
    const extras = this.#extra();
    extras.actions ??= actionCalls(this.schema, (intent) => this.dispatch(intent));
    return extras.actions;
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
    const from = options.from ?? this.#current;
    checkSimulation(intents, from);
    const stubs = stubHost(options.effects, () => this.#stopped().signal);
    // The version keeps the ids of a branch apart from those of what it branches from.
    const prefix = `simulated-${from.meta.version}`;
    const attempts = intents.map((given, index) => {
      const intent = this.#intent({ ...given, intentId: given?.intentId ?? `${prefix}-${index + 1}` });
      return { intent, context: this.#attempt(intent, options) };
    });
    return simulateFrom(this.#program, from, attempts, stubs, this.#maxIterations());
  }

  subscribe(path: string, listener: Listener<never>): () => void {
    checkSubscription(this.schema, path, listener);
    return this.#listeners().add(readerOf(path), listener as Listener);
  }

  select<T>(read: (snapshot: Snapshot) => T, listener: Listener<T>): () => void {
    checkSelection(read, listener);
    return this.#listeners().add(read, listener as Listener);
  }

  hash(): string {
    return stateHash(this.#current);
  }

  save(): SavedSnapshot {
    return ownCopy(saveSnapshot(this.#program, this.#current));
  }

  restore(data: unknown): ReturnType<Runtime['restore']> {
    if (this.#queue !== null || this.#isRunning) return { kind: 'busy' };
    const restored = restoreSnapshot(this.#program, data);
    if (restored.kind === 'refused') return restored;
    if (this.#extras?.kept !== undefined) this.#extras.kept = { start: restored.snapshot, dispatches: [] };
    this.#publish(restored.snapshot);
    return { kind: 'ok' };
  }

  log(): IntentLog {
    const kept = this.#extras?.kept ?? { start: this.#current, dispatches: [] };
    return intentLog(this.#program, kept, this.#current, this.#options.platform ?? null);
  }

  replay(log: unknown): Replayed {
    return replayLog(this.#program, log, this.#maxIterations());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#extras?.stop?.abort();
    this.#extras?.subscriptions?.clear();
  }

  #extra(): Extras {
    this.#extras ??= {};
    return this.#extras;
  }

  #stopped(): AbortController {
    const extras = this.#extra();
    if (extras.stop === undefined) {
      extras.stop = new AbortController();
      if (this.#isDisposed) extras.stop.abort();
    }
    return extras.stop;
  }

  #listeners(): Subscriptions {
    const extras = this.#extra();
    extras.subscriptions ??= new Subscriptions(listenerErrors(this.#options.onListenerError));
    return extras.subscriptions;
  }

  #maxIterations(): number {
    return this.#options.maxIterations ?? 100;
  }

  #intent(given: IntentOf<AnyDomain>): Intent {
    const { type, input, intentId } = given ?? NO_INTENT;
    const id = intentId ?? this.#freshId();
    return input === undefined ? { type, intentId: id } : { type, input: withoutShared(input), intentId: id };
  }

  #freshId(): string {
    this.#ids += 1;
    return `${this.#idPrefix}${this.#ids}`;
  }

  #attempt(intent: Intent, options: DispatchOptions): AttemptContext {
    const timestamp = options.timestamp ?? this.#options.clock.nowMs();
    const seed = options.seed ?? intent.intentId;
    const context = options.context ?? this.#options.context;
    return context === undefined ? { timestamp, seed } : { timestamp, seed, context: withoutShared(context) };
  }

  #run(intent: Intent, context: AttemptContext): DispatchResult | Promise<DispatchResult> {
    const before = this.#current;
    if (this.#isDisposed) return disposedResult(intent, context, before);
    const { host: handlers = NO_HANDLERS, kept } = this.#extras ?? NO_EXTRAS;
    const answers: EffectOutcome[] | null = kept === undefined ? null : [];
    const host = answers === null ? handlers : recordingHost(handlers, answers);
    const maxIterations = this.#maxIterations();
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
    const extras = this.#extra();
    extras.waiting = (extras.waiting ?? 0) + 1;
    const next = async (): Promise<DispatchResult> => {
      extras.waiting = (extras.waiting ?? 1) - 1;
      try {
        return await this.#run(intent, context);
      } finally {
        if (this.#queue === tail) this.#queue = null;
      }
    };
    // An earlier dispatch that broke has told its own caller.
    const tail: Promise<DispatchResult> = (this.#queue ?? this.#endOfRunning()).then(next, next);
    this.#queue = tail;
    return tail;
  }

  /** The end of the dispatch whose synchronous part is under way: nobody knows yet whether it will take longer. */
  #endOfRunning(): Promise<void> {
    return new Promise((resolve) => {
      this.#extra().ended = resolve;
    });
  }

  /** `answers`: what the host answered, in order; null where no log is kept. */
  #settle(
    intent: Intent,
    attempt: AttemptContext,
    answers: readonly EffectOutcome[] | null,
    result: DispatchResult,
  ): void {
    const logged = answers === null ? null : loggedDispatch(intent, attempt, answers, result.kind);
    if (logged !== null) this.#extras?.kept?.dispatches.push(logged);
    // Taken first: a listener may begin a dispatch, with an end of its own.
    const ended = this.#extras?.ended;
    if (ended !== undefined) this.#extra().ended = undefined;
    this.#publish(result.snapshot);
    ended?.();
  }

  #publish(snapshot: Snapshot): void {
    const before = this.#current;
    this.#current = snapshot;
    this.#extras?.subscriptions?.publish(before, snapshot);
  }
}
