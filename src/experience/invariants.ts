import { PraxisError } from '../base/errors.ts';
import type { Applied } from './draft.ts';
import type { Entry } from './entry.ts';
import { isEntryText } from './entry-text.ts';
import type { LibraryState } from './library-state.ts';

/** Throws INTERNAL where what a batch made is no library: texts past the limits, ids used twice, references to nothing. */
export function checkInvariants({ changes, next }: Pick<Applied, 'changes' | 'next'>): void {
  for (const { id, after } of changes) {
    const entry = next.entries.get(id);
    if (after === null || entry === undefined) continue;
    const problem = problemOf(entry, next);
    if (problem !== undefined) throw broken(`the entry ${id} ${problem}`);
  }
  const gone = new Set(changes.filter((change) => change.after === null).map((change) => change.id));
  if (gone.size === 0) return;
  for (const { id, rival, mergedInto } of next.entries.values()) {
    for (const reference of [rival, mergedInto]) {
      if (reference !== null && gone.has(reference)) throw broken(`the entry ${id} names ${reference}, which is gone`);
    }
  }
}

function problemOf(entry: Entry, { entries, nextId }: LibraryState): string | undefined {
  const { id, c, status, rival, mergedInto, evidence } = entry;
  if (!Number.isSafeInteger(id) || id < 1 || id >= nextId) return 'has an id that was not given to it';
  if (!isEntryText(entry.text)) return 'has a text that is not one line of 1 to 32 words';
  if (!(c >= 0.05 && c <= 0.95)) return `has a confidence of ${c}`;
  if (evidence.trajectoryIds.length > 20) return 'names more than 20 trajectories';
  for (const reference of [rival, mergedInto]) {
    if (reference !== null && !entries.has(reference)) return `names ${reference}, which is not there`;
  }
  if (mergedInto !== null && status !== 'archived') return 'was merged and is not archived';
  if ((status === 'archived') !== (entry.archivedFrom !== null)) return 'does not know what it was archived from';
  if (status === 'flagged' && entry.statusBefore === null) return 'does not know what it was flagged from';
  if (status === 'flagged' && rival !== null && entries.get(rival)?.status === 'archived')
    return `is flagged for ${rival}, which is archived`;
  if ((status === 'probation') !== (entry.probation !== null) && (status === 'probation' || status === 'active'))
    return 'has the wrong count of its probation';
  return undefined;
}

function broken(what: string): PraxisError {
  return new PraxisError('INTERNAL', `a batch would break the library: ${what}`, {
    hint: 'Nothing was changed. Please report this.',
  });
}
