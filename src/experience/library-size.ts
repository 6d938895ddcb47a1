import { compress } from './compress/compress.ts';
import type { CompressibleEntry } from './compress/compressible.ts';
import type { Entry } from './entry.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';

const MAX_ENTRIES = 500;
const TARGET_ENTRIES = 400;
const STRATEGY = 'hybrid';

/** Vectors of texts by entry; null for a text that holds nothing to go by. */
export type CountedVectors = ReadonlyMap<number, Float32Array | null>;

/** The entries that count towards the capacity: all but the archived. */
function counted({ entries }: LibraryState): readonly Entry[] {
  return [...entries.values()].filter((entry) => entry.status !== 'archived');
}

/** Whether a library holds more than it should. */
export function isOverFull(library: LibraryState): boolean {
  return library.entries.size > MAX_ENTRIES && counted(library).length > MAX_ENTRIES;
}

/** What brings a library that is over its capacity down to its target; nothing where it is not, or where all have to stay. */
export function compressionOperations(
  library: LibraryState,
  vectors: CountedVectors,
  dims: number,
): readonly Operation[] {
  if (!isOverFull(library)) return [];
  const entries = counted(library);
  const { removed } = compress(
    entries.map((entry) => compressible(entry, vectors.get(entry.id) ?? new Float32Array(dims))),
    { strategy: STRATEGY, nTarget: TARGET_ENTRIES, epoch: library.epoch, seed: `${library.version}` },
  );
  const why = `compression by ${STRATEGY}: at most ${TARGET_ENTRIES} of ${entries.length} stay`;
  return removed.map((id) => ({ op: 'delete', id, why, group: null }));
}

function compressible(entry: Entry, vector: Float32Array): CompressibleEntry {
  return { ...entry, lastImprovedEpoch: entry.counters.lastImprovedEpoch, vector };
}
