import type { ExperienceType, Status } from '../entry.ts';

/** What filters look at. Entries that agree in it share one decision. */
export interface EntryGroup {
  readonly type: ExperienceType;
  readonly domain: string;
  readonly status: Status;
}

/** What an index knows of an entry. Vectors are unit vectors of its encoder. */
export interface IndexedEntry {
  readonly group: EntryGroup;
  /** In [0, 1]. */
  readonly confidence: number;
  readonly text: Float32Array;
  /** Mean of the tasks it was learnt from; null where there is no evidence. */
  readonly situation: Float32Array | null;
}

export interface SearchOptions {
  /** Most hits a lane. */
  readonly limit: number;
  /** Cosine under which an entry is left out. */
  readonly floor: number;
  /** Share of confidence in the score, in [0, 1]. */
  readonly mix: number;
  /** The list that entries of a group compete in (0, 1, 2, …); null passes over them. */
  readonly lane: (group: EntryGroup) => number | null;
}

/** How near an entry is to a query: the larger cosine of its two vectors, and of which one it is. */
export interface Similarity {
  readonly cosine: number;
  readonly nearest: 'text' | 'situation';
}

export interface Hit extends Similarity {
  readonly id: number;
  /** `(1 - mix) * cosine + mix * confidence`. */
  readonly score: number;
  readonly confidence: number;
}

export interface SearchResult {
  /** Hits of each lane: by score, then confidence, both descending, then by id. A lane that holds `limit` hits may have been cut. */
  readonly lanes: readonly (readonly Hit[])[];
  /** Entries that passed the filters. */
  readonly candidates: number;
  /** Candidates under the floor; null where the index is so large that it passes over entries without comparing them. */
  readonly belowFloor: number | null;
}

/** Finds the entries that are nearest to a query. All indexes give the same answers to the same calls. */
export interface VectorIndex {
  readonly encoderId: string;
  readonly dims: number;
  readonly size: number;
  /** Puts an entry in, or in the place of the one with its id. INTERNAL where a vector is not of this index. */
  upsert(id: number, entry: IndexedEntry): void;
  /** Changes what is known of an entry beside its vectors; false where there is none with that id. */
  update(id: number, known: Pick<IndexedEntry, 'group' | 'confidence'>): boolean;
  /** False where there is none with that id. */
  remove(id: number): boolean;
  /** A copy of what it holds under an id. */
  get(id: number): IndexedEntry | undefined;
  /** The vector of a text as it lies in the index, to be read at once. */
  text(id: number): Float32Array | undefined;
  ids(): Iterable<number>;
  similarity(id: number, query: Float32Array): Similarity | undefined;
  search(query: Float32Array, options: SearchOptions): SearchResult;
}

/** The one order of hits. */
export function compareHits(a: Hit, b: Hit): number {
  return b.score - a.score || b.confidence - a.confidence || a.id - b.id;
}
