import { PraxisError } from '../../base/errors.ts';
import { countWords } from '../../base/words.ts';
import { canonicalExport } from '../../experience/canonical-export.ts';
import type { Embedder } from '../../experience/encoder.ts';
import type { Entry } from '../../experience/entry.ts';
import { isEntryText } from '../../experience/entry-text.ts';
import { type HeldLibrary, isFound } from '../../experience/held-library.ts';
import { entryName, type LibraryScope, parseEntryName } from '../../experience/library-index.ts';
import { EMPTY_LIBRARY } from '../../experience/library-state.ts';
import type { Operation } from '../../experience/operation.ts';
import type { Submitted } from '../../experience/submit.ts';
import { undoneBatches } from '../../experience/undo.ts';
import type { Environment } from '../../host/environment.ts';
import { openEmbedder } from '../embedder.ts';
import { entryDetail, entryView } from './entry-view.ts';
import {
  addOperation,
  type Changed,
  type ExperienceLibrary,
  historyOf,
  type ListFilter,
  type NewEntry,
} from './experience-library.ts';
import { holdoutRate } from './holdout-rate.ts';
import { importGuidelines } from './import-guidelines.ts';
import { type Injected, type InjectRequest, injectedBlock, marksOf } from './inject.ts';
import { LibraryPlaces } from './library-at.ts';
import { LibrarySession } from './library-session.ts';
import { notFound, operationsWish, type Wish } from './library-writer.ts';
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
  const change = async (name: string, kind: Wish['kind'], wished: (entry: Entry) => readonly Operation[]) => {
    const { scope, entry } = await found(session, name);
    const wish = { kind, wish: operationsWish(...wished(entry)) };
    return changed(session, scope, await session.write(scope, wish), entry.id);
  };
  return {
    list: (filter) => list(session, filter),
    async show(name) {
      const { scope, entry } = await found(session, name);
      return entryDetail(scope, entry);
    },
    async retrieve(request) {
      const layered = await session.layered(request.space === 'floor' ? 'floor' : 'all');
      return retrieveFrom(layered, await session.encoders(), request);
    },
    isEmpty: async () =>
      !Object.values(await Promise.all([session.existing('r'), session.existing('u')])).some(
        (held) => held !== undefined && [...held.state.entries.values()].some(isFound),
      ),
    inject: (request) => inject(session, request),
    search: async (request) =>
      searchIn(await session.layered(request.space === 'floor' ? 'floor' : 'all'), await session.encoders(), request),
    add: (entry) => add(session, entry),
    edit(name, { text, rule = null, why = ASKED.why }) {
      checkText(text);
      return change(name, 'edit', (entry) => [
        { op: 'modify', id: entry.id, text, rule, isTrusted: true, evidence: null, group: null, why },
        ...(entry.status === 'probation' ? [statusOf(entry.id, 'active')] : []),
      ]);
    },
    retire: (name, why = ASKED.why) => change(name, 'retire', ({ id }) => [{ op: 'delete', id, group: null, why }]),
    restore: (name) =>
      change(name, 'restore', ({ id, status, archivedFrom, statusBefore }) => {
        const to = status === 'archived' ? archivedFrom : status === 'flagged' ? statusBefore : status;
        return [statusOf(id, to ?? status)];
      }),
    confirm: (name) => change(name, 'confirm', ({ id }) => [statusOf(id, 'active')]),
    pin: (name, pinned) => change(name, 'pin', ({ id }) => [{ op: 'pin', id, pinned, ...ASKED }]),
    async review({ scope = 'r', state = 'open' }) {
      const items = (await (await session.existing(scope))?.store.review({ state })) ?? [];
      return items.map(({ v: _, n, ...item }) => ({ id: `q${n}`, ...item }));
    },
    async answer(name, isAccepted, scope = 'r') {
      const n = Number(/^q([1-9]\d{0,14})$/.exec(name)?.[1]);
      if (Number.isNaN(n) || (await session.existing(scope)) === undefined) throw notFound(name);
      const wish: Wish = { kind: 'review', wish: { kind: 'review', n, isAccepted } };
      return changed(session, scope, await session.write(scope, wish), null);
    },
    async undo(batch, scope = 'r') {
      if ((await session.existing(scope)) === undefined) throw nothingToUndo();
      const submitted = await session.write(scope, { kind: 'undo', wish: { kind: 'undo', batch } });
      if (submitted.kind !== 'applied') throw nothingToUndo();
      const { undoes, id, version } = submitted.batch;
      return { undone: undoes ?? id, batch: id, version };
    },
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
  const { session: given, hasHeading: _, ...looked } = request;
  const layered = await session.layered(request.space === 'floor' ? 'floor' : 'all');
  const holdout = given === undefined ? {} : { holdout: { rate: holdoutRate(session.environment), ...given } };
  const retrieval = await retrieveFrom(layered, await session.encoders(), { ...looked, ...holdout });
  const injected = injectedBlock(retrieval, request);
  if (given !== undefined) await session.record(marksOf(injected, request.task, given));
  return injected;
}

const ASKED = { why: 'asked for', group: null } as const;

function statusOf(id: number, to: Entry['status']): Operation {
  return { op: 'status', id, to, rival: null, ...ASKED };
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
  checkText(entry.text);
  const scope = entry.scope ?? 'r';
  const submitted = await session.write(scope, { kind: 'add', wish: operationsWish(addOperation(entry)) });
  return changed(session, scope, submitted, null);
}

async function found(
  session: LibrarySession,
  name: string,
): Promise<{ readonly scope: LibraryScope; readonly entry: Entry }> {
  const meant = parseEntryName(name);
  const held = meant === undefined ? undefined : await session.existing(meant.scope);
  const entry = meant === undefined ? undefined : held?.state.entries.get(meant.id);
  if (meant === undefined || entry === undefined) throw notFound(name);
  return { scope: meant.scope, entry };
}

/** What a request came to, as it is told. ENTRY_INVALID where nothing of it could be done. */
async function changed(
  session: LibrarySession,
  scope: LibraryScope,
  submitted: Submitted,
  meant: number | null,
): Promise<Changed> {
  const { outcomes } = submitted.kind === 'applied' ? submitted.batch : submitted;
  const dropped = outcomes.find((outcome) => outcome.kind === 'dropped');
  if (dropped !== undefined && outcomes.every((outcome) => outcome.kind === 'dropped')) throw invalid(dropped.reason);
  const held = await session.existing(scope);
  const id = meant ?? outcomes.find((outcome) => outcome.id !== null)?.id ?? null;
  const entry = id === null ? undefined : held?.state.entries.get(id);
  const batch = submitted.kind === 'applied' ? submitted.batch.id : null;
  return {
    batch,
    version: submitted.kind === 'applied' ? submitted.batch.version : submitted.version,
    entry: entry === undefined ? null : entryView(scope, entry),
    asked: batch === null || held === undefined ? [] : await askedBy(held, batch),
  };
}

async function askedBy({ store }: HeldLibrary, batch: string): Promise<readonly string[]> {
  const open = await store.review({ state: 'open' });
  return open.filter((item) => item.askedBy === batch).map(({ n }) => `q${n}`);
}

function checkText(text: string): void {
  if (isEntryText(text)) return;
  const characters = Array.from(text.normalize('NFC')).length;
  throw invalid(`the text has ${countWords(text)} words and ${characters} characters`);
}

function invalid(what: string): PraxisError {
  return new PraxisError('ENTRY_INVALID', `the guideline cannot be changed so: ${what}`, {
    hint: 'A guideline is one line of 1 to 32 words, at most 240 characters; `praxis experience restore` brings back what is retired.',
  });
}

function nothingToUndo(): PraxisError {
  return new PraxisError('UNDO_NOT_FOUND', 'there is nothing to undo', {
    hint: '`praxis experience history` lists the batches.',
  });
}
