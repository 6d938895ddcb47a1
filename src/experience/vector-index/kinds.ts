import type { EntryGroup } from './vector-index.ts';

/** The groups that entries are in, numbered; a number that nothing uses any more is given away again. */
export class Kinds {
  readonly #numbers = new Map<string, number>();
  readonly #kinds: { group: EntryGroup; entries: number }[] = [];
  readonly #free: number[] = [];

  /** The number of a group, counted as of one more entry. */
  enter(group: EntryGroup): number {
    const key = JSON.stringify([group.type, group.domain, group.status]);
    const known = this.#numbers.get(key);
    if (known !== undefined) {
      const kind = this.#kinds[known];
      if (kind !== undefined) kind.entries += 1;
      return known;
    }
    const number = this.#free.pop() ?? this.#kinds.length;
    this.#kinds[number] = { group, entries: 1 };
    this.#numbers.set(key, number);
    return number;
  }

  leave(number: number): void {
    const kind = this.#kinds[number];
    if (kind === undefined) return;
    kind.entries -= 1;
    if (kind.entries > 0) return;
    const { type, domain, status } = kind.group;
    this.#numbers.delete(JSON.stringify([type, domain, status]));
    this.#free.push(number);
  }

  groupOf(number: number): EntryGroup | undefined {
    return this.#kinds[number]?.group;
  }

  /** The groups that have entries, with how many. */
  *used(): Iterable<{ readonly number: number; readonly group: EntryGroup; readonly entries: number }> {
    for (const [number, { group, entries }] of this.#kinds.entries()) if (entries > 0) yield { number, group, entries };
  }
}
