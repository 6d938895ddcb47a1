import { PraxisError } from '../../base/errors.ts';
import type { HeldLibrary } from '../../experience/held-library.ts';
import type { LibraryScope } from '../../experience/library-index.ts';
import type { Submitted } from '../../experience/submit.ts';
import { entryView } from './entry-view.ts';
import type { Changed } from './experience-library.ts';
import type { LibrarySession } from './library-session.ts';

/** What a request about one entry came to, as it is told; `meant` null: the one that it made, or that says the same. */
export async function changedBy(
  session: LibrarySession,
  scope: LibraryScope,
  submitted: Submitted,
  meant: number | null,
): Promise<Changed> {
  const { outcomes } = submitted.kind === 'applied' ? submitted.batch : submitted;
  const id = meant ?? outcomes.find((outcome) => outcome.id !== null)?.id ?? null;
  const changes = await changesOf(session, scope, submitted, [id]);
  const [changed] = changes.values();
  if (changed === undefined) throw new TypeError('what was asked about one entry is told of one');
  return changed;
}

/** What a request came to for each entry that it was about. ENTRY_INVALID where nothing of it could be done. */
export async function changesOf<Id extends number | null>(
  session: LibrarySession,
  scope: LibraryScope,
  submitted: Submitted,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, Changed>> {
  const { outcomes } = submitted.kind === 'applied' ? submitted.batch : submitted;
  const dropped = outcomes.find((outcome) => outcome.kind === 'dropped');
  if (dropped !== undefined && outcomes.every((outcome) => outcome.kind === 'dropped')) throw refused(dropped.reason);
  const held = await session.existing(scope);
  const batch = submitted.kind === 'applied' ? submitted.batch : null;
  const moved = new Set(batch?.changes.map((change) => change.id));
  const viewOf = (id: number) => {
    const entry = held?.state.entries.get(id);
    return entry === undefined ? [] : [entryView(scope, entry)];
  };
  const others = [...moved].filter((id) => !ids.some((meant) => meant === id)).flatMap(viewOf);
  const asked = batch === null || held === undefined ? [] : await askedBy(held, batch.id);
  return new Map(
    ids.map((id, index): [Id, Changed] => [
      id,
      {
        batch: batch?.id ?? null,
        version: batch?.version ?? (submitted.kind === 'applied' ? 0 : submitted.version),
        entry: id === null ? null : (viewOf(id)[0] ?? null),
        isChanged: id !== null && moved.has(id),
        // What came with all of them is told once.
        others: index === 0 ? others : [],
        asked: index === 0 ? asked : [],
      },
    ]),
  );
}

async function askedBy({ store }: HeldLibrary, batch: string): Promise<Changed['asked']> {
  const open = await store.review({ state: 'open' });
  return open
    .filter((item) => item.askedBy === batch)
    .map(({ n, reason, detail }) => ({ id: `q${n}`, reason, detail }));
}

function refused(reason: string): PraxisError {
  return new PraxisError('ENTRY_INVALID', `the guideline cannot be changed so: ${reason}`, {
    hint: '`praxis experience restore` brings back what is retired, or lifts the flag of a contradiction.',
  });
}
