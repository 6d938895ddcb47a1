import { cosineAt, nearer } from '../vector-index/cosine.ts';
import {
  compareHits,
  type EntryGroup,
  type Hit,
  type SearchOptions,
  type SearchResult,
  type Similarity,
} from '../vector-index/vector-index.ts';
import type { InjectHead } from './layout.ts';

/** The numbers of a file as they lie in it. */
export interface FileNumbers {
  /** Ascending. */
  readonly ids: Float64Array;
  readonly confidences: Float64Array;
  readonly groups: Uint32Array;
  readonly situated: Uint32Array;
  readonly vectors: Float32Array;
}

/** Compares a query with every entry of a file; answers as all indexes do. */
export class FileIndex {
  readonly encoderId: string;
  readonly dims: number;
  readonly #numbers: FileNumbers;
  readonly #groups: readonly EntryGroup[];

  constructor({ encoderId, dims, groups }: InjectHead, numbers: FileNumbers) {
    this.encoderId = encoderId;
    this.dims = dims;
    this.#numbers = numbers;
    // Written by `injectBytes` of such groups.
    this.#groups = groups as readonly EntryGroup[];
  }

  idAt(row: number): number {
    return this.#numbers.ids[row] ?? 0;
  }

  rowOf(id: number): number | undefined {
    const { ids } = this.#numbers;
    let low = 0;
    let high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  text(id: number): Float32Array | undefined {
    const row = this.rowOf(id);
    return row === undefined ? undefined : this.#numbers.vectors.subarray(row * this.dims, (row + 1) * this.dims);
  }

  similarity(id: number, query: Float32Array): Similarity | undefined {
    const row = this.rowOf(id);
    return row === undefined ? undefined : this.#similarityAt(row, query);
  }

  search(query: Float32Array, { limit, floor, mix, lane }: SearchOptions): SearchResult {
    const { groups, confidences } = this.#numbers;
    const laneOf = this.#groups.map(lane);
    const lanes: Hit[][] = [];
    let candidates = 0;
    let belowFloor = 0;
    for (let row = 0; row < groups.length; row++) {
      const index = laneOf[groups[row] ?? 0] ?? null;
      if (index === null) continue;
      candidates += 1;
      const { cosine, nearest } = this.#similarityAt(row, query);
      if (cosine < floor) {
        belowFloor += 1;
        continue;
      }
      while (lanes.length <= index) lanes.push([]);
      const confidence = confidences[row] ?? 0;
      lanes[index]?.push({
        id: this.idAt(row),
        cosine,
        nearest,
        confidence,
        score: (1 - mix) * cosine + mix * confidence,
      });
    }
    return { lanes: lanes.map((hits) => hits.sort(compareHits).slice(0, limit)), candidates, belowFloor };
  }

  #similarityAt(row: number, query: Float32Array): Similarity {
    const { vectors, situated, ids } = this.#numbers;
    const place = situated[row] ?? 0;
    const byText = cosineAt(vectors, row * this.dims, query);
    const bySituation = place === 0 ? null : cosineAt(vectors, (ids.length + place - 1) * this.dims, query);
    return nearer(byText, bySituation);
  }
}
