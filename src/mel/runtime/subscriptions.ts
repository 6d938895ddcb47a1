import type { Snapshot } from '../engine/model.ts';
import { splitPath } from '../schema/get-path.ts';
import { sameValue } from './same-value.ts';

/** Called with the value now and the value before. */
export type Listener<T = unknown, S = Snapshot> = (value: T, previous: T, snapshot: S) => void;

interface Subscription {
  readonly read: (snapshot: Snapshot) => unknown;
  readonly listener: Listener;
}

interface Change {
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** Listeners to values. Changes reach all of them in the order they were published, those that listeners cause too. */
export class Subscriptions {
  readonly #subscriptions = new Set<Subscription>();
  readonly #changes: Change[] = [];
  readonly #onError: (error: unknown) => void;
  #isTelling = false;

  /** `onError` gets what a listener throws; the others are told all the same. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(read: (snapshot: Snapshot) => unknown, listener: Listener): () => void {
    const subscription = { read, listener };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }

  clear(): void {
    this.#subscriptions.clear();
  }

  publish(before: Snapshot, after: Snapshot): void {
    if (this.#subscriptions.size === 0 || before === after) return;
    this.#changes.push({ before, after });
    if (this.#isTelling) return;
    this.#isTelling = true;
    for (let change = this.#changes.shift(); change !== undefined; change = this.#changes.shift()) this.#tell(change);
    this.#isTelling = false;
  }

  #tell({ before, after }: Change): void {
    for (const subscription of [...this.#subscriptions]) {
      if (!this.#subscriptions.has(subscription)) continue;
      try {
        const value = subscription.read(after);
        const previous = subscription.read(before);
        if (!sameValue(value, previous)) subscription.listener(value, previous, after);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

/** Reads a dotted path whose first part is a state field or a computed value; null where there is nothing. */
export function readerOf(path: string): (snapshot: Snapshot) => unknown {
  const [root = '', ...rest] = splitPath(path);
  return (snapshot) => {
    let at: unknown = Object.hasOwn(snapshot.state, root) ? snapshot.state : snapshot.computed;
    for (const name of [root, ...rest]) {
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return null;
      at = Reflect.get(at, name);
    }
    return at;
  };
}
