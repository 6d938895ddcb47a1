import { contradicts } from './contradiction.ts';
import { isDuplicate } from './duplicate.ts';
import { NO_COUNTERS } from './evidence.ts';
import { type EntryVectors, LibraryIndex, type LibraryScope, type SearchableEntry } from './library-index.ts';
import type { EntryJudge } from './retrieve.ts';
import { PlainIndex } from './vector-index/plain-index.ts';

/** An active guideline on files; `similarity` is its cosine to `QUERY`, and no other guideline with an `id` of its own is near. */
export interface EntryFacts extends Partial<SearchableEntry> {
  readonly id: number;
  readonly similarity?: number;
  readonly situation?: number;
}

const DIMS = 64;
export const QUERY: Float32Array = axis(0);

export function entryOf({ similarity: _, situation: __, ...facts }: EntryFacts): SearchableEntry {
  return {
    text: `Guideline ${facts.id}.`,
    type: 'tool_selection',
    domain: 'fs',
    c: 0.5,
    status: 'active',
    rule: null,
    failureMode: null,
    origin: 'offline',
    u: 0,
    counters: NO_COUNTERS,
    ...facts,
  };
}

function vectorsOf({ id, similarity = 0.6, situation }: EntryFacts): EntryVectors {
  return {
    text: towards(similarity, id),
    situation: situation === undefined ? null : towards(situation, id),
  };
}

export function libraryOf(entries: readonly EntryFacts[], scope: LibraryScope = 'r'): LibraryIndex {
  const library = new LibraryIndex(scope, new PlainIndex('axes', DIMS));
  for (const facts of entries) library.put(entryOf(facts), vectorsOf(facts));
  return library;
}

/** As libraries judge, with the threshold of the model that comes along. */
export const JUDGE: EntryJudge = {
  contradicts,
  isDuplicate: (a, b, cosine) => isDuplicate(a, b, cosine, 0.85),
};

function axis(index: number): Float32Array {
  return Float32Array.from({ length: DIMS }, (_, place) => (place === index ? 1 : 0));
}

/** A unit vector with that cosine to the query, orthogonal to it in a direction of its own. */
function towards(similarity: number, id: number): Float32Array {
  const vector = new Float32Array(DIMS);
  vector[0] = similarity;
  vector[1 + (id % (DIMS - 1))] = Math.sqrt(1 - similarity * similarity);
  return vector;
}
