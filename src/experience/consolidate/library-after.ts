import type { StandingEntry, Wish } from './wish.ts';

/** The entries that can be retrieved, as they will be once the operations so far are applied. */
export function libraryAfter(wishes: readonly Wish[], library: readonly StandingEntry[]): readonly StandingEntry[] {
  const gone = new Set<number>();
  const changed = new Map<number, Wish>();
  for (const wish of wishes) {
    const { operation } = wish;
    if (operation.op === 'delete') gone.add(operation.id);
    if (operation.op === 'merge') for (const id of operation.ids) gone.add(id);
    if (operation.op === 'modify') changed.set(operation.id, wish);
  }
  return library
    .filter(({ id, status }) => (status === 'active' || status === 'probation') && !gone.has(id))
    .map((entry) => {
      const wish = changed.get(entry.id);
      if (wish?.operation.op !== 'modify') return entry;
      return { ...entry, text: wish.operation.text, rule: wish.operation.rule, vector: wish.vector };
    });
}
