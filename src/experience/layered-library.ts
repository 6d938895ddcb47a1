import type { HeldLibrary } from './held-library.ts';
import type { SearchableLibrary } from './library-index.ts';
import { entryName } from './library-index.ts';
import type { EntryChange } from './library-state.ts';
import { type Compared, relate, rivalsOf } from './relate.ts';
import type { EntryJudge } from './retrieve.ts';
import type { Commit, LibraryStamp, NewVectors } from './store.ts';

interface Space {
  readonly id: string;
  readonly dims: number;
}

/** The library of a repository with that of the user beneath it. */
export class LayeredLibrary {
  readonly repository: HeldLibrary;
  /** Null where the user has none. */
  readonly user: HeldLibrary | null;
  readonly #judge: EntryJudge;
  /** The space in which entries of both are compared. */
  readonly #space: Space;
  #related: LibraryStamp | undefined;
  #comparedTo = 0;
  #rivals: ReadonlyMap<number, readonly number[]> = new Map();

  constructor(repository: HeldLibrary, user: HeldLibrary | null, space: Space, judge: EntryJudge) {
    this.repository = repository;
    this.user = user;
    this.#space = space;
    this.#judge = judge;
  }

  /** Both libraries as they are now, by one encoder's vectors. */
  async searchable(encoder: Space): Promise<readonly SearchableLibrary[]> {
    await this.repository.refresh();
    const repository = await this.repository.searchable(encoder);
    if (this.user === null) return [repository];
    await this.user.refresh();
    const user = await this.user.searchable(encoder);
    await this.#followRelations();
    user.setRivals(this.#rivals);
    return [repository, user];
  }

  /** What the texts that a batch brings to the repository's library have to do with the user's. */
  async relationsOf(
    changes: readonly EntryChange[],
    vectors: readonly NewVectors[],
  ): Promise<Pick<Commit['relations'], 'added' | 'replaced'>> {
    const changed = changes.filter(({ before, after }) => !isSameGuideline(before, after));
    const replaced = changed.map(({ id }) => entryName('r', id));
    if (this.user === null || changed.length === 0) return { added: [], replaced };
    await this.user.refresh();
    const texts = new Map(
      vectors.filter((one) => one.encoderId === this.#space.id).map((one) => [one.id, one.text] as const),
    );
    const missing = changed.filter(({ id, after }) => after !== null && !texts.has(id)).map(({ id }) => id);
    for (const one of missing.length === 0 ? [] : await this.repository.store.vectors(this.#space.id, missing))
      texts.set(one.id, one.text);
    const repository = changed.flatMap(({ id, after }) =>
      after === null ? [] : [{ entry: { ...after, ...NO_USE }, text: texts.get(id) ?? null }],
    );
    return { added: relate(repository, await comparedOf(this.user, this.#space), this.#judge), replaced };
  }

  /** Compares what changed in the user's library since the last time, in whichever repository it was changed. */
  async #followRelations(): Promise<void> {
    const { repository, user } = this;
    if (user === null) return;
    if (user.state.version > this.#comparedTo) {
      this.#comparedTo = await repository.store.comparedTo();
      if (user.state.version > this.#comparedTo) await this.#compare(user);
    }
    const stamp = await repository.store.stamp();
    if (this.#related?.version === stamp.version && this.#related.generation === stamp.generation) return;
    this.#rivals = rivalsOf(await repository.store.relations());
    this.#related = stamp;
  }

  async #compare(user: HeldLibrary): Promise<void> {
    const { version } = user.state;
    const delta = await user.store.readSince(this.#comparedTo);
    const ids = delta.entries.map((entry) => entry.id);
    const compared = await comparedOf(user, this.#space, new Set(ids));
    const found = relate(await comparedOf(this.repository, this.#space), compared, this.#judge);
    const replaced = [...ids, ...delta.gone.map((one) => one.id)].map((id) => entryName('u', id));
    await this.repository.store.relate(found, replaced, version);
    this.#comparedTo = version;
  }
}

const NO_USE = {
  u: 0,
  counters: {
    injected: 0,
    applicable: 0,
    followed: 0,
    improved: 0,
    notImproved: 0,
    lastUsedEpoch: null,
    lastImprovedEpoch: null,
  },
  probation: null,
};

function isSameGuideline(before: EntryChange['before'], after: EntryChange['after']): boolean {
  return before !== null && after !== null && before.text === after.text && before.rule === after.rule;
}

/** Entries of a library with their vectors, all or some. */
async function comparedOf(held: HeldLibrary, { id }: Space, ids?: ReadonlySet<number>): Promise<readonly Compared[]> {
  const entries = [...held.state.entries.values()].filter((entry) => ids === undefined || ids.has(entry.id));
  if (entries.length === 0) return [];
  const vectors = await held.store.vectors(id, ids === undefined ? undefined : [...ids]);
  const texts = new Map(vectors.map((one) => [one.id, one.text]));
  return entries.map((entry) => ({ entry, text: texts.get(entry.id) ?? null }));
}
