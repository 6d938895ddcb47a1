import type { AppliedBatch } from '../experience/batch.ts';
import type { Entry } from '../experience/entry.ts';
import type { LibraryState } from '../experience/library-state.ts';
import type { ExperienceStore } from '../experience/store.ts';
import type { KnownRule } from '../learning/extract/offline/known-rule.ts';
import { archivedBy } from './archived-by.ts';

/** The entries with a rule, and of archived ones who took them out. */
export async function knownRules(
  store: Pick<ExperienceStore, 'batches'>,
  library: LibraryState,
): Promise<readonly KnownRule[]> {
  const ruled = [...library.entries.values()].flatMap((entry) =>
    entry.rule === null ? [] : [{ entry, rule: entry.rule }],
  );
  const epochs = new Set(ruled.flatMap(({ entry }) => entry.archivedEpoch ?? []));
  // What an undo put back carries the epoch in which it was archived first.
  const batches = epochs.size === 0 ? [] : await store.batches({ epochsAndUndos: [...epochs] });
  return ruled.map(({ entry, rule }) => ({ id: entry.id, rule, archived: archivedIn(entry, batches) }));
}

function archivedIn(entry: Entry, batches: readonly AppliedBatch[]): KnownRule['archived'] {
  return entry.status === 'archived' ? archivedBy(entry.id, batches) : null;
}
