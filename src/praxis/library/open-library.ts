import { PraxisError } from '../../base/errors.ts';
import type { BatchHeader } from '../../experience/batch.ts';
import { canonicalExport } from '../../experience/canonical-export.ts';
import type { Embedder } from '../../experience/encoder.ts';
import type { Entry } from '../../experience/entry.ts';
import { isFound } from '../../experience/held-library.ts';
import { entryName, type LibraryScope, parseEntryName } from '../../experience/library-index.ts';
import { EMPTY_LIBRARY } from '../../experience/library-state.ts';
import type { ReviewItem } from '../../experience/review-item.ts';
import { undoneBatches } from '../../experience/undo.ts';
import type { Environment } from '../../host/environment.ts';
import { openEmbedder } from '../embedder.ts';
import { changedBy } from './changed.ts';
import { editEntry } from './edit-entry.ts';
import { entryDetail, entryView } from './entry-view.ts';
import {
  addOperation,
  type Changed,
  type ExperienceLibrary,
  historyOf,
  type ListFilter,
  type ManyChange,
  type NewEntry,
  type ReviewView,
  type Undone,
} from './experience-library.ts';
import { foundEntry } from './found-entry.ts';
import { holdoutRate } from './holdout-rate.ts';
import { importGuidelines } from './import-guidelines.ts';
import { type Injected, type InjectRequest, injectedBlock, marksOf } from './inject.ts';
import { LibraryPlaces } from './library-at.ts';
import { LibrarySession } from './library-session.ts';
import { notFound, operationsWish, type Wish } from './library-writer.ts';
import { changeMany } from './many-changes.ts';
import { checkNewEntry, checkQuery } from './requests.ts';
import { retrieveFrom } from './retrieve-from.ts';
import { searchIn } from './search.ts';

export interface OpenLibraryOptions {
  readonly cwd: string;
  /** Default: what PRAXIS_LIBRARY says, else that of the last run, else the repository's own. */
  readonly library: string | null;
  /** Default: what PRAXIS_EMBEDDER says. */
  readonly openModel?: (environment: Environment) => Promise<Embedder | null>;
}

/** The experiences that a folder belongs to. Nothing is made or loaded before it is needed. */
export function openLibrary({ cwd, library, openModel = openEmbedder }: OpenLibraryOptions): ExperienceLibrary {
  const session = new LibrarySession(new LibraryPlaces(cwd, library), openModel);
  const changeOne = async (name: string, change: ManyChange): Promise<Changed> => {
    const [changed] = await changeMany(session, [name], change);
    if (changed === undefined) throw notFound(name);
    return changed;
  };
  return {
    list: (filter = {}) => list(session, filter),
    async show(name) {
      const { scope, entry } = await foundEntry(session, name);
      return entryDetail(scope, entry);
    },
    async retrieve(request) {
      checkQuery(request);
      const layered = await session.layered(request.space === 'floor' ? 'floor' : 'all');
      return retrieveFrom(layered, await session.encoders(), request);
    },
    isEmpty: async () =>
      !Object.values(await Promise.all([session.existing('r'), session.existing('u')])).some(
        (held) => held !== undefined && [...held.state.entries.values()].some(isFound),
      ),
    inject: (request) => inject(session, request),
    async search(request) {
      checkQuery(request);
      const layered = await session.layered(request.space === 'floor' ? 'floor' : 'all');
      return searchIn(layered, await session.encoders(), request);
    },
    add: (entry) => add(session, entry),
    edit: (name, change) => editEntry(session, name, change),
    retire: (name, why) => changeOne(name, { kind: 'retire', ...(why === undefined ? {} : { why }) }),
    restore: (name) => changeOne(name, { kind: 'restore' }),
    confirm: (name) => changeOne(name, { kind: 'confirm' }),
    pin: (name, isPinned) => changeOne(name, { kind: 'pin', isPinned }),
    changeMany: (names, change) => changeMany(session, names, change),
    review: ({ scope = 'r', state = 'open' } = {}) => reviewOf(session, scope, state),
    async answer(name, isAccepted, scope = 'r') {
      const n = Number(/^q([1-9]\d{0,14})$/.exec(name)?.[1]);
      if (Number.isNaN(n) || (await session.existing(scope)) === undefined) throw notFound(name);
      const wish: Wish = { kind: 'review', wish: { kind: 'review', n, isAccepted } };
      return changedBy(session, scope, await session.write(scope, wish), null);
    },
    undo: (batch = null, scope = 'r') => undo(session, batch, scope),
    async history(scope = 'r') {
      const held = await session.existing(scope);
      if (held === undefined) return [];
      const batches = await held.store.batches({});
      return historyOf(batches, undoneBatches(batches), (id) => entryName(scope, id));
    },
    exportJson: async (scope = 'r') => canonicalExport((await session.existing(scope))?.state ?? EMPTY_LIBRARY),
    importText: (request) => importGuidelines(session, request),
    apply: (wish, scope = 'r') => session.write(scope, wish),
    close: () => session.close(),
  };
}

async function inject(session: LibrarySession, request: InjectRequest): Promise<Injected> {
  checkQuery(request);
  const { session: given, hasHeading: _, ...looked } = request;
  const layered = await session.layered(request.space === 'floor' ? 'floor' : 'all');
  const holdout = given === undefined ? {} : { holdout: { rate: holdoutRate(session.environment), ...given } };
  const retrieval = await retrieveFrom(layered, await session.encoders(), { ...looked, ...holdout });
  const injected = injectedBlock(retrieval, request);
  if (given !== undefined) await session.record(marksOf(injected, request.task, given));
  return injected;
}

async function list(session: LibrarySession, filter: ListFilter) {
  const scopes: readonly LibraryScope[] = filter.scope === undefined ? ['r', 'u'] : [filter.scope];
  const views = [];
  for (const scope of scopes) {
    const held = await session.existing(scope);
    const entries = [...(held?.state.entries.values() ?? [])].sort((a, b) => a.id - b.id);
    views.push(...entries.filter((entry) => isMeant(entry, filter)).map((entry) => entryView(scope, entry)));
  }
  return views;
}

function isMeant(entry: Entry, { type, domain, status }: ListFilter): boolean {
  if (type !== undefined && entry.type !== type) return false;
  if (domain !== undefined && entry.domain !== domain) return false;
  return status === undefined ? entry.status !== 'archived' : entry.status === status;
}

async function add(session: LibrarySession, entry: NewEntry): Promise<Changed> {
  checkNewEntry(entry);
  const scope = entry.scope ?? 'r';
  const submitted = await session.write(scope, { kind: 'add', wish: operationsWish(addOperation(entry)) });
  return changedBy(session, scope, submitted, null);
}

async function reviewOf(
  session: LibrarySession,
  scope: LibraryScope,
  state: ReviewItem['state'] | 'any',
): Promise<readonly ReviewView[]> {
  const held = await session.existing(scope);
  if (held === undefined) return [];
  const items = await held.store.review(state === 'any' ? {} : { state });
  // Of two that were alike one is gone: nobody has to be asked any more. Its undo brings the question back.
  const isMoot = ({ reason, about }: ReviewItem): boolean =>
    reason === 'keep-both' && about.some((name) => !stands(held.state.entries.get(parseEntryName(name)?.id ?? 0)));
  return items
    .filter((item) => item.state !== 'open' || !isMoot(item))
    .map(({ v: _, n, ...item }) => ({ id: `q${n}`, ...item }));
}

function stands(entry: Entry | undefined): boolean {
  return entry !== undefined && entry.status !== 'archived';
}

async function undo(session: LibrarySession, name: string | null, scope: LibraryScope): Promise<Undone> {
  const held = await session.existing(scope);
  if (held === undefined) throw nothingToUndo();
  const batch = name === null ? null : batchNamed(await held.store.headers(), name);
  const submitted = await session.write(scope, { kind: 'undo', wish: { kind: 'undo', batch } });
  if (submitted.kind !== 'applied') throw nothingToUndo();
  const { undoes, id, version } = submitted.batch;
  const [taken] = undoes === null ? [] : await held.store.batches({ ids: [undoes] });
  const entries = (taken ?? submitted.batch).changes.map((change) => entryName(scope, change.id));
  return { undone: undoes ?? id, kind: taken?.kind ?? 'undo', entries, batch: id, version };
}

/** The id of the batch that somebody means: by its id, by a beginning of it that no other has, or by its version. */
function batchNamed(headers: readonly BatchHeader[], name: string): string {
  const exact = headers.find(({ id, version }) => id === name || `v${version}` === name);
  if (exact !== undefined) return exact.id;
  const [first, ...more] = name.length < SHORTEST_NAME ? [] : headers.filter(({ id }) => id.startsWith(name));
  if (first !== undefined && more.length === 0) return first.id;
  const problem = first === undefined ? `there is no batch ${name}` : `more than one batch begins with ${name}`;
  throw new PraxisError('UNDO_NOT_FOUND', problem, {
    hint: '`praxis experience history` lists the batches; `v12` or the id names one.',
  });
}

const SHORTEST_NAME = 4;

function nothingToUndo(): PraxisError {
  return new PraxisError('UNDO_NOT_FOUND', 'there is nothing to undo', {
    hint: '`praxis experience history` lists the batches.',
  });
}
