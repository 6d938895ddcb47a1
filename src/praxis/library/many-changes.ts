import type { Entry } from '../../experience/entry.ts';
import type { LibraryScope } from '../../experience/library-index.ts';
import type { Operation } from '../../experience/operation.ts';
import { changesOf } from './changed.ts';
import { ASKED_FOR, type Changed, type ManyChange } from './experience-library.ts';
import { foundEntry } from './found-entry.ts';
import type { LibrarySession } from './library-session.ts';
import { operationsWish } from './library-writer.ts';

/** Changes entries together: one batch of each library that they lie in. Nothing is done where a name stands for nothing. */
export async function changeMany(
  session: LibrarySession,
  names: readonly string[],
  change: ManyChange,
): Promise<readonly Changed[]> {
  const found: Awaited<ReturnType<typeof foundEntry>>[] = [];
  for (const name of new Set(names)) found.push(await foundEntry(session, name));
  const changed = new Map<string, Changed>();
  for (const scope of new Set(found.map((one) => one.scope))) {
    const own = found.filter((one) => one.scope === scope).map(({ entry }) => entry);
    const wish = operationsWish(...own.map((entry) => operationFor(entry, change)));
    const submitted = await session.write(scope, { kind: change.kind, wish });
    const ids = own.map(({ id }) => id);
    for (const [id, one] of await changesOf(session, scope, submitted, ids)) changed.set(keyOf(scope, id), one);
  }
  return found.flatMap(({ scope, entry }) => changed.get(keyOf(scope, entry.id)) ?? []);
}

/** A move of an entry by somebody's word. */
export function statusOf(id: number, to: Entry['status']): Operation {
  return { op: 'status', id, to, rival: null, why: ASKED_FOR, group: null };
}

function operationFor(entry: Entry, change: ManyChange): Operation {
  const { id, status, archivedFrom, statusBefore } = entry;
  switch (change.kind) {
    case 'retire':
      return { op: 'delete', id, group: null, why: change.why ?? ASKED_FOR };
    case 'restore':
      return statusOf(
        id,
        (status === 'archived' ? archivedFrom : status === 'flagged' ? statusBefore : null) ?? status,
      );
    case 'confirm':
      return statusOf(id, 'active');
    case 'pin':
      return { op: 'pin', id, pinned: change.isPinned, why: ASKED_FOR, group: null };
  }
}

function keyOf(scope: LibraryScope, id: number): string {
  return `${scope}${id}`;
}
