import { checkVector, similarityOf } from './cosine.ts';
import {
  compareHits,
  type Hit,
  type IndexedEntry,
  type SearchOptions,
  type SearchResult,
  type Similarity,
  type VectorIndex,
} from './vector-index.ts';

/** Compares a query with every entry, one after the other. What it answers is right by definition. */
export class PlainIndex implements VectorIndex {
  readonly encoderId: string;
  readonly dims: number;
  readonly #entries = new Map<number, IndexedEntry>();

  constructor(encoderId: string, dims: number) {
    this.encoderId = encoderId;
    this.dims = dims;
  }

  get size(): number {
    return this.#entries.size;
  }

  upsert(id: number, entry: IndexedEntry): void {
    for (const vector of [entry.text, entry.situation]) {
      if (vector !== null) checkVector(vector, this.dims, this.encoderId);
    }
    this.#entries.set(id, copyOf(entry));
  }

  update(id: number, known: Pick<IndexedEntry, 'group' | 'confidence'>): boolean {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#entries.set(id, { ...entry, group: known.group, confidence: known.confidence });
    return entry !== undefined;
  }

  remove(id: number): boolean {
    return this.#entries.delete(id);
  }

  get(id: number): IndexedEntry | undefined {
    const entry = this.#entries.get(id);
    return entry === undefined ? undefined : copyOf(entry);
  }

  text(id: number): Float32Array | undefined {
    return this.#entries.get(id)?.text;
  }

  ids(): Iterable<number> {
    return this.#entries.keys();
  }

  similarity(id: number, query: Float32Array): Similarity | undefined {
    checkVector(query, this.dims, this.encoderId);
    const entry = this.#entries.get(id);
    return entry === undefined ? undefined : similarityOf(entry, query);
  }

  search(query: Float32Array, { limit, floor, mix, lane }: SearchOptions): SearchResult {
    checkVector(query, this.dims, this.encoderId);
    const lanes: Hit[][] = [];
    let candidates = 0;
    let belowFloor = 0;
    for (const [id, entry] of this.#entries) {
      const index = lane(entry.group);
      if (index === null) continue;
      candidates += 1;
      const { cosine, nearest } = similarityOf(entry, query);
      if (cosine < floor) {
        belowFloor += 1;
        continue;
      }
      while (lanes.length <= index) lanes.push([]);
      const { confidence } = entry;
      lanes[index]?.push({ id, cosine, nearest, confidence, score: (1 - mix) * cosine + mix * confidence });
    }
    return { lanes: lanes.map((hits) => hits.sort(compareHits).slice(0, limit)), candidates, belowFloor };
  }
}

function copyOf({ group, confidence, text, situation }: IndexedEntry): IndexedEntry {
  return { group, confidence, text: text.slice(), situation: situation?.slice() ?? null };
}
