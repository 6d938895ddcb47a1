import { type Applied, type BatchContext, Draft } from './draft.ts';
import { checkInvariants } from './invariants.ts';
import type { LibraryState } from './library-state.ts';

const ARCHIVE_KEEP_EPOCHS = 50;

/** Entries that were archived 50 epochs ago or earlier. */
export function purgeable({ entries }: Pick<LibraryState, 'entries'>, epoch: number): readonly number[] {
  return [...entries.values()]
    .filter(
      ({ status, archivedEpoch }) =>
        status === 'archived' && archivedEpoch !== null && epoch - archivedEpoch >= ARCHIVE_KEEP_EPOCHS,
    )
    .map((entry) => entry.id);
}

/** Takes out what is purgeable; no undo goes beyond it. Pure. */
export function purgeArchived(library: LibraryState, context: BatchContext): Applied {
  const due = new Set(purgeable(library, context.epoch));
  const draft = new Draft(library, context);
  for (const entry of library.entries.values()) {
    if (due.has(entry.id)) {
      draft.remove(entry.id);
      continue;
    }
    const rival = entry.rival !== null && due.has(entry.rival) ? null : entry.rival;
    const mergedInto = entry.mergedInto !== null && due.has(entry.mergedInto) ? null : entry.mergedInto;
    if (rival !== entry.rival || mergedInto !== entry.mergedInto) draft.put({ ...entry, rival, mergedInto });
  }
  const applied = draft.finish();
  checkInvariants(applied);
  return applied;
}
