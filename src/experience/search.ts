import { entryName, type SearchableEntry, type SearchableLibrary } from './library-index.ts';
import { comparePlaces, isRetrieved, type RetrievalScore } from './retrieval-rank.ts';
import type { EntryGroup } from './vector-index/vector-index.ts';

export interface LibrarySearch {
  readonly queryVector: Float32Array | null;
  readonly limit: number;
  /** Share of confidence in the score, in [0, 1]. */
  readonly mix: number;
  /** Cosine under which an entry is left out; -1 for none. */
  readonly floor: number;
  /** What is looked through; by default all that retrieval may choose from, whatever the domain. */
  readonly among?: (group: EntryGroup) => boolean;
}

interface FoundEntry {
  /** `r12`, `u12`. */
  readonly id: string;
  readonly entry: SearchableEntry;
  readonly score: RetrievalScore;
}

export interface LibrarySearchResult {
  /** Best first. */
  readonly found: readonly FoundEntry[];
  readonly candidates: number;
  /** Candidates under the floor; null where nobody counted, in very large libraries. */
  readonly belowFloor: number | null;
}

/** The entries of some libraries that are nearest to a query: all of them, without budgets, domains and hold-out. */
export function searchLibraries(
  { queryVector, limit, mix, floor, among = ({ status }) => isRetrieved(status) }: LibrarySearch,
  libraries: readonly SearchableLibrary[],
): LibrarySearchResult {
  if (queryVector === null) return { found: [], candidates: 0, belowFloor: 0 };
  const lane = (group: EntryGroup): number | null => (among(group) ? 0 : null);
  const results = libraries.map((library) => ({
    library,
    result: library.index.search(queryVector, { limit, floor, mix, lane }),
  }));
  const ranked = results.flatMap(({ library, result }) =>
    (result.lanes[0] ?? []).flatMap(({ id, score: total, cosine: similarity, nearest, confidence }) => {
      const entry = library.entry(id);
      const score = { total, similarity, nearest, confidence, signature: false };
      return entry === undefined ? [] : [{ scope: library.scope, id, total, confidence, entry, score }];
    }),
  );
  return {
    found: ranked
      .sort(comparePlaces)
      .slice(0, limit)
      .map(({ scope, id, entry, score }) => ({ id: entryName(scope, id), entry, score })),
    candidates: results.reduce((sum, { result }) => sum + result.candidates, 0),
    belowFloor: results.reduce<number | null>(
      (sum, { result }) => (sum === null || result.belowFloor === null ? null : sum + result.belowFloor),
      0,
    ),
  };
}
