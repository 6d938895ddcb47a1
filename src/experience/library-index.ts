import type { Entry } from './entry.ts';
import type { VectorIndex } from './vector-index/vector-index.ts';

/** `r`: the library of the repository; `u`: that of the user, layered beneath it. */
export type LibraryScope = 'r' | 'u';

/** What retrieval reads of an entry. */
export type SearchableEntry = Pick<
  Entry,
  'id' | 'text' | 'type' | 'domain' | 'c' | 'status' | 'rule' | 'failureMode' | 'origin' | 'u' | 'counters'
>;

/** A library that can be searched: what its entries say, and where their vectors lie. */
export interface SearchableLibrary {
  readonly scope: LibraryScope;
  readonly index: Pick<VectorIndex, 'encoderId' | 'dims' | 'text' | 'similarity' | 'search'>;
  entry(id: number): SearchableEntry | undefined;
  /** Failure patterns about an error. */
  withSignature(signature: string): readonly number[];
  /** Of entries of the user's library: those of the repository's that say the same or the contrary, found when they were written. */
  readonly rivals: ReadonlyMap<number, readonly number[]>;
}

/** The vectors of an entry by the encoder of an index; null for a text that holds nothing to go by. */
export interface EntryVectors {
  readonly text: Float32Array | null;
  readonly situation: Float32Array | null;
}

/** The name of an entry outside its library: `r12`, `u12`. */
export function entryName(scope: LibraryScope, id: number): string {
  return `${scope}${id}`;
}

/** What a name stands for; undefined for what is no name of an entry. */
export function parseEntryName(name: string): { readonly scope: LibraryScope; readonly id: number } | undefined {
  const [, scope, digits] = /^([ru])([1-9]\d{0,14})$/.exec(name) ?? [];
  if (digits === undefined) return undefined;
  return { scope: scope === 'u' ? 'u' : 'r', id: Number(digits) };
}

/** A library in memory that can be searched and follows its changes. */
export class LibraryIndex implements SearchableLibrary {
  readonly scope: LibraryScope;
  readonly index: VectorIndex;
  readonly #entries = new Map<number, SearchableEntry>();
  readonly #bySignature = new Map<string, Set<number>>();
  #rivals: ReadonlyMap<number, readonly number[]> = new Map();

  constructor(scope: LibraryScope, index: VectorIndex) {
    this.scope = scope;
    this.index = index;
  }

  get rivals(): ReadonlyMap<number, readonly number[]> {
    return this.#rivals;
  }

  entry(id: number): SearchableEntry | undefined {
    return this.#entries.get(id);
  }

  withSignature(signature: string): readonly number[] {
    return [...(this.#bySignature.get(signature) ?? [])];
  }

  setRivals(rivals: ReadonlyMap<number, readonly number[]>): void {
    this.#rivals = rivals;
  }

  /** Puts an entry in, or in the place of the one with its id. */
  put(entry: SearchableEntry, { text, situation }: EntryVectors): void {
    this.#note(entry);
    this.index.upsert(entry.id, { ...knownOf(entry), text: text ?? new Float32Array(this.index.dims), situation });
  }

  /** Changes all but the vectors of an entry: its text has to be the same. False where there is none with its id. */
  change(entry: SearchableEntry): boolean {
    if (!this.index.update(entry.id, knownOf(entry))) return false;
    this.#note(entry);
    return true;
  }

  remove(id: number): boolean {
    this.#forget(id);
    return this.index.remove(id);
  }

  #note(entry: SearchableEntry): void {
    this.#forget(entry.id);
    this.#entries.set(entry.id, entry);
    const signature = entry.failureMode?.signature;
    if (signature === undefined) return;
    const ids = this.#bySignature.get(signature) ?? new Set();
    this.#bySignature.set(signature, ids.add(entry.id));
  }

  #forget(id: number): void {
    const signature = this.#entries.get(id)?.failureMode?.signature;
    this.#entries.delete(id);
    if (signature === undefined) return;
    const ids = this.#bySignature.get(signature);
    ids?.delete(id);
    if (ids?.size === 0) this.#bySignature.delete(signature);
  }
}

function knownOf({ type, domain, status, c }: SearchableEntry) {
  return { group: { type, domain, status }, confidence: c };
}
