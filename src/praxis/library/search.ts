import type { LayeredLibrary } from '../../experience/layered-library.ts';
import { parseEntryName } from '../../experience/library-index.ts';
import { queryText } from '../../experience/query.ts';
import type { RetrievalScore } from '../../experience/retrieval-rank.ts';
import { searchLibraries } from '../../experience/search.ts';
import type { LibraryEncoders } from '../../experience/text-vectors.ts';
import { type EntryView, entryView } from './entry-view.ts';
import { MIX, type RetrieveRequest } from './retrieve-from.ts';

/** What a search finds. */
export interface Searched {
  /** Best first, at most k: also what is too far to be given to a task. */
  readonly found: readonly { readonly entry: EntryView; readonly score: RetrievalScore }[];
  readonly candidates: number;
  /** Those of them under the floor; null where nobody counted, in very large libraries. */
  readonly belowFloor: number | null;
  /** Cosine under which an entry has nothing to do with a query. */
  readonly simFloor: number;
  readonly encoderId: string;
}

/** Ranks all entries that may be retrieved, of every domain unless some are named. Nothing is held back, no budget binds. */
export async function searchIn(
  layered: LayeredLibrary,
  { floor, model }: LibraryEncoders,
  { task, error = null, domains = [], k = 5, space = 'model' }: RetrieveRequest,
): Promise<Searched> {
  const encoder = space === 'model' ? (model ?? floor) : floor;
  const text = queryText(task, error);
  const queryVector = encoder === model ? ((await model.embed([text]))[0] ?? null) : floor.encode(text);
  const libraries = await layered.searchable(encoder);
  const among = (group: { readonly status: string; readonly domain: string }): boolean =>
    (group.status === 'active' || group.status === 'probation') &&
    (domains.length === 0 || domains.includes(group.domain));
  const search = { queryVector, mix: MIX, among };
  const { found } = searchLibraries({ ...search, limit: k, floor: -1 }, libraries);
  const counted = searchLibraries({ ...search, limit: 1, floor: encoder.simFloor }, libraries);
  return {
    found: found.flatMap(({ id, score }) => {
      const name = parseEntryName(id);
      const held = name?.scope === 'u' ? layered.user : layered.repository;
      const entry = name === undefined ? undefined : held?.state.entries.get(name.id);
      return name === undefined || entry === undefined ? [] : [{ entry: entryView(name.scope, entry), score }];
    }),
    candidates: counted.candidates,
    belowFloor: counted.belowFloor,
    simFloor: encoder.simFloor,
    encoderId: encoder.id,
  };
}
