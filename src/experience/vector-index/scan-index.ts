import { checkVector } from './cosine.ts';
import { Found } from './found.ts';
import { ScanEntries } from './scan-entries.ts';
import { ScanSearch } from './scan-search.ts';
import type { IndexedEntry, SearchOptions, SearchResult, Similarity, VectorIndex } from './vector-index.ts';

interface ScanSettings {
  /** Vectors from which on signs are compared before anything else. */
  readonly signsFrom?: number;
}

const SIGNS_FROM = 16_384;

/**
 * Compares a query with all entries: 8-bit integers of their vectors in WebAssembly, floats of those that may be among the
 * best. What the integers leave out is bounded, so the answers are those of `PlainIndex`, bit for bit. Large libraries are
 * sieved by the signs of their vectors first, which misses one answer in some million and counts nothing below the floor.
 */
export class ScanIndex implements VectorIndex {
  readonly encoderId: string;
  readonly dims: number;
  readonly #entries: ScanEntries;
  readonly #found = new Found();
  #searches = 0;

  constructor(encoderId: string, dims: number, { signsFrom = SIGNS_FROM }: ScanSettings = {}) {
    this.encoderId = encoderId;
    this.dims = dims;
    this.#entries = new ScanEntries(dims, signsFrom);
  }

  get size(): number {
    return this.#entries.size;
  }

  upsert(id: number, entry: IndexedEntry): void {
    for (const vector of [entry.text, entry.situation]) {
      if (vector !== null) checkVector(vector, this.dims, this.encoderId);
    }
    this.#entries.put(id, entry);
  }

  update(id: number, known: Pick<IndexedEntry, 'group' | 'confidence'>): boolean {
    const entry = this.#entries.find(id);
    if (entry !== undefined) this.#entries.change(entry, known);
    return entry !== undefined;
  }

  remove(id: number): boolean {
    return this.#entries.remove(id);
  }

  get(id: number): IndexedEntry | undefined {
    const entry = this.#entries.find(id);
    const group = entry === undefined ? undefined : this.#entries.kinds.groupOf(entry.kind);
    if (entry === undefined || group === undefined) return undefined;
    const { text, situation } = this.#entries.vectors(entry);
    return { group, confidence: entry.confidence, text: text.slice(), situation: situation?.slice() ?? null };
  }

  text(id: number): Float32Array | undefined {
    const entry = this.#entries.find(id);
    return entry === undefined ? undefined : this.#entries.vectors(entry).text;
  }

  ids(): Iterable<number> {
    return this.#entries.ids();
  }

  similarity(id: number, query: Float32Array): Similarity | undefined {
    checkVector(query, this.dims, this.encoderId);
    const entry = this.#entries.find(id);
    return entry === undefined ? undefined : this.#entries.similarity(entry, query);
  }

  search(query: Float32Array, options: SearchOptions): SearchResult {
    checkVector(query, this.dims, this.encoderId);
    this.#searches += 1;
    return new ScanSearch(this.#entries, options, this.#searches, this.#found).result(query);
  }
}
