import type { EncoderTraits } from './encoder.ts';
import type { Entry } from './entry.ts';
import { LibraryIndex, type LibraryScope } from './library-index.ts';
import { EMPTY_LIBRARY, type LibraryState } from './library-state.ts';
import type { ExperienceStore, LibraryStamp, StoredVectors } from './store.ts';
import type { VectorIndex } from './vector-index/vector-index.ts';

type CreateIndex = (encoder: Pick<EncoderTraits, 'id' | 'dims'>) => VectorIndex;

/** A library in memory with the indexes that were asked for; it follows the store by what changed. */
export class HeldLibrary {
  readonly scope: LibraryScope;
  readonly store: ExperienceStore;
  readonly #createIndex: CreateIndex;
  readonly #indexes = new Map<string, LibraryIndex>();
  #state: LibraryState = EMPTY_LIBRARY;
  #generation = 0;
  #following: Promise<unknown> = Promise.resolve();

  constructor(scope: LibraryScope, store: ExperienceStore, createIndex: CreateIndex) {
    this.scope = scope;
    this.store = store;
    this.#createIndex = createIndex;
  }

  /** As of the last `refresh`. */
  get state(): LibraryState {
    return this.#state;
  }

  /** As of the last `refresh`. */
  get stamp(): LibraryStamp {
    return { version: this.#state.version, generation: this.#generation };
  }

  /** Goes on to the newest version. One small look-up where nothing moved. */
  async refresh(): Promise<LibraryState> {
    if (!this.#isAt(await this.store.stamp())) await this.#inTurn(() => this.#follow());
    return this.#state;
  }

  /** The entries that retrieval may find, by one encoder's vectors, as of the last `refresh`. */
  async searchable(encoder: Pick<EncoderTraits, 'id' | 'dims'>): Promise<LibraryIndex> {
    const known = this.#indexes.get(encoder.id);
    if (known !== undefined) return known;
    return this.#inTurn(async () => {
      const raced = this.#indexes.get(encoder.id);
      if (raced !== undefined) return raced;
      const index = new LibraryIndex(this.scope, this.#createIndex(encoder));
      for (const vectors of await this.store.vectors(encoder.id)) this.#index(index, vectors);
      this.#indexes.set(encoder.id, index);
      return index;
    });
  }

  #isAt({ version, generation }: LibraryStamp): boolean {
    return version === this.#state.version && generation === this.#generation;
  }

  /** Several callers of one process follow one after the other. */
  #inTurn<T>(body: () => Promise<T>): Promise<T> {
    const turn = this.#following.then(body, body);
    this.#following = turn.catch(() => undefined);
    return turn;
  }

  async #follow(): Promise<void> {
    const encoderIds = [...this.#indexes.keys()];
    const delta = await this.store.readSince(this.#state.version, encoderIds);
    if (this.#isAt(delta.stamp)) return;
    const entries = new Map(this.#state.entries);
    const formerUses = new Map(this.#state.formerUses);
    for (const entry of delta.entries) {
      entries.set(entry.id, entry);
      formerUses.delete(entry.id);
    }
    for (const { id, use } of delta.gone) {
      entries.delete(id);
      formerUses.set(id, use);
    }
    const { epoch, nextId, stamp } = delta;
    this.#state = { version: stamp.version, epoch, nextId, entries, formerUses };
    if (stamp.generation !== this.#generation) {
      // Vectors of another encoder or none: what is needed is read anew.
      this.#generation = stamp.generation;
      this.#indexes.clear();
      return;
    }
    const changed = [...delta.entries.map((entry) => entry.id), ...delta.gone.map((one) => one.id)];
    for (const [place, index] of [...this.#indexes.values()].entries()) {
      for (const id of changed) index.remove(id);
      for (const vectors of delta.vectors[place] ?? []) this.#index(index, vectors);
    }
  }

  #index(index: LibraryIndex, { id, text, situation }: StoredVectors): void {
    const entry = this.#state.entries.get(id);
    if (entry !== undefined && text !== null && isFound(entry)) index.put(entry, { text, situation });
  }
}

/** Whether retrieval may find an entry. */
export function isFound({ status }: Pick<Entry, 'status'>): boolean {
  return status === 'active' || status === 'probation';
}
