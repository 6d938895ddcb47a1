import type { Entry } from '../../experience/entry.ts';
import { type LibraryScope, parseEntryName } from '../../experience/library-index.ts';
import type { LibrarySession } from './library-session.ts';
import { notFound } from './library-writer.ts';

/** The entry that a name such as `r12` stands for; ENTRY_NOT_FOUND where there is none. */
export async function foundEntry(
  session: LibrarySession,
  name: string,
): Promise<{ readonly scope: LibraryScope; readonly entry: Entry }> {
  const meant = parseEntryName(name);
  const held = meant === undefined ? undefined : await session.existing(meant.scope);
  const entry = meant === undefined ? undefined : held?.state.entries.get(meant.id);
  if (meant === undefined || entry === undefined) throw notFound(name);
  return { scope: meant.scope, entry };
}
