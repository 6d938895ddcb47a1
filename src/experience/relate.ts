import type { Entry } from './entry.ts';
import { entryName } from './library-index.ts';
import type { Relation } from './relation.ts';
import type { EntryJudge } from './retrieve.ts';
import { cosine } from './vector-index/cosine.ts';

/** An entry with the vector of its text; null for a text that holds nothing to go by. */
export interface Compared {
  readonly entry: Entry;
  readonly text: Float32Array | null;
}

/** Which entries of the user's library say the same as entries of the repository's, or the contrary. */
export function relate(
  repository: readonly Compared[],
  user: readonly Compared[],
  judge: EntryJudge,
): readonly Relation[] {
  return user.flatMap((b) =>
    repository.flatMap((a): readonly Relation[] => {
      const kind = relationOf(a, b, judge);
      return kind === undefined ? [] : [{ v: 1, kind, a: entryName('r', a.entry.id), b: entryName('u', b.entry.id) }];
    }),
  );
}

function relationOf(a: Compared, b: Compared, judge: EntryJudge): 'duplicates' | 'contradicts' | undefined {
  if (judge.contradicts(a.entry, b.entry)) return 'contradicts';
  const nearness = a.text === null || b.text === null ? 0 : cosine(a.text, b.text);
  return judge.isDuplicate(a.entry, b.entry, nearness) ? 'duplicates' : undefined;
}

/** Of entries of the user's library, those of the repository's they are related to. */
export function rivalsOf(relations: readonly Relation[]): ReadonlyMap<number, readonly number[]> {
  const rivals = new Map<number, number[]>();
  for (const { kind, a, b } of relations) {
    if (kind === 'keep-both' || !a.startsWith('r') || !b.startsWith('u')) continue;
    const user = Number(b.slice(1));
    const known = rivals.get(user) ?? [];
    rivals.set(user, [...known, Number(a.slice(1))]);
  }
  return rivals;
}
