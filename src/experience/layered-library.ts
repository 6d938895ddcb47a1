import type { HeldLibrary } from './held-library.ts';
import type { SearchableLibrary } from './library-index.ts';
import { entryName } from './library-index.ts';
import { type Compared, relate, rivalsOf } from './relate.ts';
import type { EntryJudge } from './retrieve.ts';
import type { ComparedVersions, LibraryStamp } from './store.ts';

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
  #comparedTo: ComparedVersions = { own: 0, user: 0 };
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

  /** Compares what changed in either library since the last time, by whichever process and in whichever repository. */
  async #followRelations(): Promise<void> {
    const { repository, user } = this;
    if (user === null) return;
    if (!this.#isCompared(user)) {
      this.#comparedTo = await repository.store.comparedTo();
      if (!this.#isCompared(user)) await this.#compare(user);
    }
    const stamp = await repository.store.stamp();
    if (this.#related?.version === stamp.version && this.#related.generation === stamp.generation) return;
    this.#rivals = rivalsOf(await repository.store.relations());
    this.#related = stamp;
  }

  #isCompared(user: HeldLibrary): boolean {
    return this.repository.state.version <= this.#comparedTo.own && user.state.version <= this.#comparedTo.user;
  }

  async #compare(user: HeldLibrary): Promise<void> {
    const { repository } = this;
    const compared = { own: repository.state.version, user: user.state.version };
    const own = await changedSince(repository, this.#comparedTo.own);
    const users = await changedSince(user, this.#comparedTo.user);
    const all = await comparedOf(user, this.#space);
    const found = [
      ...relate(await comparedOf(repository, this.#space, own.ids), all, this.#judge),
      ...(users.ids.size === 0
        ? []
        : relate(
            await comparedOf(repository, this.#space),
            all.filter(({ entry }) => users.ids.has(entry.id)),
            this.#judge,
          )),
    ];
    await repository.store.relate(found, [...own.names, ...users.names], compared);
    this.#comparedTo = compared;
  }
}

interface ChangedEntries {
  readonly ids: ReadonlySet<number>;
  /** Those that are gone among them. */
  readonly names: readonly string[];
}

async function changedSince(held: HeldLibrary, version: number): Promise<ChangedEntries> {
  if (held.state.version <= version) return { ids: new Set(), names: [] };
  const delta = await held.store.readSince(version);
  const ids = delta.entries.map((entry) => entry.id);
  const names = [...ids, ...delta.gone.map((one) => one.id)].map((id) => entryName(held.scope, id));
  return { ids: new Set(ids), names };
}

/** Entries of a library with their vectors, all or some. */
async function comparedOf(held: HeldLibrary, { id }: Space, ids?: ReadonlySet<number>): Promise<readonly Compared[]> {
  const entries = [...held.state.entries.values()].filter((entry) => ids === undefined || ids.has(entry.id));
  if (entries.length === 0) return [];
  const vectors = await held.store.vectors(id, ids === undefined ? undefined : [...ids]);
  const texts = new Map(vectors.map((one) => [one.id, one.text]));
  return entries.map((entry) => ({ entry, text: texts.get(entry.id) ?? null }));
}
