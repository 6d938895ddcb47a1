import { NO_COUNTERS } from '../../src/experience/evidence.ts';
import { type EntryVectors, LibraryIndex, type SearchableEntry } from '../../src/experience/library-index.ts';
import type { VectorIndex } from '../../src/experience/vector-index/vector-index.ts';

export const DIMS = 384;
const MOST_TOPICS = 2000;
const NOISE = 2 ** 21;
const BATCH = 1000;
const DOMAINS = ['fs', 'shell', 'search', 'code', 'k8s', 'devops', 'ds', 'web', 'other', 'agent'];
const TYPES = ['convention', 'tool_selection', 'failure_pattern'] as const;
/** Share of entries that have the vector of a situation too, and of those that a filter of status leaves out. */
const SITUATED = 0.5;
const OUT = 0.05;

/** Numbers in [0, 1) from a seed (xorshift). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/**
 * Vectors as encoders give them for a library of a size: all lean one way a little (unlike texts have a cosine of 0.1), around
 * topics of very different size, 2,000 at most, in which texts have a cosine of 0.5 to 0.9.
 */
export function vectorMaker(seed: number, size: number): () => Float32Array {
  const topics = Math.min(MOST_TOPICS, Math.ceil(size / 20));
  const random = generator(seed);
  const world = generator(9);
  const away = (): Float32Array => unit(Float32Array.from({ length: DIMS }, () => world() + world() + world() - 1.5));
  const lean = away();
  const centres = Array.from({ length: topics }, () => unit(away().map((value, i) => value + 0.33 * (lean[i] ?? 0))));
  // Drawn once, since a million vectors take 384 million numbers.
  const noise = Float32Array.from({ length: NOISE }, () => world() + world() + world() + world() - 2);
  return () => {
    const centre = centres[Math.floor(random() ** 2 * topics)] ?? lean;
    const spread = (0.35 + 0.65 * random()) / Math.sqrt(DIMS / 3);
    const from = Math.floor(random() * (NOISE - DIMS));
    const vector = new Float32Array(DIMS);
    for (let i = 0; i < DIMS; i++) vector[i] = (centre[i] ?? 0) + spread * (noise[from + i] ?? 0);
    return unit(vector);
  };
}

/** Makes a vector one of length 1. */
function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}

/** Nothing is known of these queries: no topic is theirs. */
export function foreignQueries(count: number): readonly Float32Array[] {
  const random = generator(77);
  return Array.from({ length: count }, () =>
    unit(Float32Array.from({ length: DIMS }, () => random() + random() + random() - 1.5)),
  );
}

interface MadeEntry {
  readonly entry: SearchableEntry;
  readonly vectors: EntryVectors;
}

/** Entries with their vectors, one after the other, always the same. */
function* madeEntries(count: number): Iterable<MadeEntry> {
  const random = generator(4711);
  const vector = vectorMaker(1, count);
  for (let id = 1; id <= count; id++) {
    const entry: SearchableEntry = {
      id,
      text: `Guideline ${id}: prefer \`tool-${id % 97}\` over \`tool-${id % 89}\` before the step.`,
      type: TYPES[Math.floor(random() * 3)] ?? 'convention',
      domain: DOMAINS[Math.floor(random() * DOMAINS.length)] ?? 'other',
      c: 0.05 + 0.9 * random(),
      status: random() < OUT ? 'archived' : random() < OUT ? 'probation' : 'active',
      rule: null,
      failureMode: null,
      origin: 'offline',
      u: 0,
      counters: NO_COUNTERS,
    };
    yield { entry, vectors: { text: vector(), situation: random() < SITUATED ? vector() : null } };
  }
}

/**
 * Fills libraries with the same made entries, of which each tenth is put in again with another vector, and each fiftieth removes
 * the one before it. Calls `timed` with what fills the library of an index, again and again.
 */
export function fill(
  libraries: readonly LibraryIndex[],
  size: number,
  timed: (library: number, put: () => void) => void,
): void {
  const vector = vectorMaker(5, size);
  let some: MadeTwice[] = [];
  const putAll = (): void => {
    for (const [number, library] of libraries.entries()) timed(number, () => putSome(library, some));
    some = [];
  };
  for (const made of madeEntries(size)) {
    some.push({ made, again: made.entry.id % 10 === 0 ? { text: vector(), situation: null } : null });
    if (some.length === BATCH) putAll();
  }
  putAll();
}

interface MadeTwice {
  readonly made: MadeEntry;
  /** What is put in its place. */
  readonly again: EntryVectors | null;
}

function putSome(library: LibraryIndex, some: readonly MadeTwice[]): void {
  for (const { made, again } of some) {
    library.put(made.entry, made.vectors);
    if (again !== null) library.put(made.entry, again);
    if (made.entry.id % 50 === 0) library.remove(made.entry.id - 1);
  }
}

export function libraryOver(index: VectorIndex): LibraryIndex {
  return new LibraryIndex('r', index);
}

/** The vectors of an index, those of texts and of situations alike. */
export function rowsOf(index: VectorIndex): readonly Float32Array[] {
  return Array.from(index.ids()).flatMap((id) => {
    const entry = index.get(id);
    if (entry === undefined) return [];
    return entry.situation === null ? [entry.text] : [entry.text, entry.situation];
  });
}
