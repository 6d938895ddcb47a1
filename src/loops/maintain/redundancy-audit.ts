import { cosine as textCosine } from '../../experience/consolidate/text-cosine.ts';
import { contradicts } from '../../experience/contradiction.ts';
import { isDuplicate } from '../../experience/duplicate.ts';
import type { Entry } from '../../experience/entry.ts';
import { compareEvidence } from '../../experience/evidence.ts';
import type { Operation } from '../../experience/operation.ts';
import type { MaintenanceFacts } from './maintenance-facts.ts';

type Facts = Pick<MaintenanceFacts, 'vector' | 'dupAt' | 'nameOtherThings' | 'isKeptApart'>;

interface Pair {
  readonly a: Entry;
  readonly b: Entry;
  readonly cosine: number;
}

/** Merges active entries of one type and domain that say the same, the nearest first, each at most once. The better evidenced text stays. */
export function redundancyAudit(entries: readonly Entry[], facts: Facts): readonly Operation[] {
  const pairs = duplicatePairs(entries, facts).sort(
    (one, other) => other.cosine - one.cosine || one.a.id - other.a.id || one.b.id - other.b.id,
  );
  const merged = new Set<number>();
  return pairs.flatMap(({ a, b, cosine }): readonly Operation[] => {
    if (merged.has(a.id) || merged.has(b.id)) return [];
    merged.add(a.id).add(b.id);
    const better = compareEvidence(a, b) > 0 ? a : b;
    return [
      {
        op: 'merge',
        ids: [a.id, b.id],
        text: better.text,
        rule: better.rule,
        isTrusted: true,
        why: `redundancy audit: they say the same (cosine ${cosine.toFixed(2)})`,
        group: null,
      },
    ];
  });
}

function duplicatePairs(entries: readonly Entry[], facts: Facts): Pair[] {
  const pairs: Pair[] = [];
  for (const alike of byKind(entries.filter((entry) => entry.status === 'active'))) {
    for (const [index, b] of alike.entries()) {
      for (const a of alike.slice(0, index)) {
        const cosine = textCosine(facts.vector(a), facts.vector(b));
        if (!isDuplicate(a, b, cosine, facts.dupAt) || contradicts(a, b) || facts.isKeptApart(a, b)) continue;
        if ((a.rule === null || b.rule === null) && facts.nameOtherThings(a, b)) continue;
        pairs.push({ a, b, cosine });
      }
    }
  }
  return pairs;
}

/** Entries of one type and domain, in order of id. */
function byKind(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of [...entries].sort((a, b) => a.id - b.id)) {
    const key = JSON.stringify([entry.type, entry.domain]);
    const group = groups.get(key) ?? [];
    group.push(entry);
    groups.set(key, group);
  }
  return groups.values();
}
