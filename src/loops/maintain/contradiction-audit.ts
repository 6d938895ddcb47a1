import { contradicts } from '../../experience/contradiction.ts';
import type { Entry } from '../../experience/entry.ts';
import { compareEvidence } from '../../experience/evidence.ts';
import type { Operation } from '../../experience/operation.ts';
import type { MaintenanceFacts } from './maintenance-facts.ts';

type Facts = Pick<MaintenanceFacts, 'lift' | 'isKeptApart'>;

/** Flags the worse of two entries that cannot both be followed, with the better as its rival. */
export function contradictionAudit(entries: readonly Entry[], facts: Facts): readonly Operation[] {
  const shown = entries
    .filter(({ status }) => status === 'active' || status === 'probation')
    .sort((a, b) => a.id - b.id);
  const flagged = new Set<number>();
  const operations: Operation[] = [];
  for (const [index, b] of shown.entries()) {
    for (const a of shown.slice(0, index)) {
      if (flagged.has(a.id) || flagged.has(b.id) || !contradicts(a, b) || facts.isKeptApart(a, b)) continue;
      const worse = isWorse(a, b, facts) ? a : b;
      const better = worse === a ? b : a;
      flagged.add(worse.id);
      operations.push({
        op: 'status',
        id: worse.id,
        to: 'flagged',
        rival: better.id,
        why: `contradiction audit: it contradicts ${better.id}, which stands better`,
        group: null,
      });
    }
  }
  return operations;
}

/** A user's word stands before all else; then what hold-outs measured, then confidence, evidence and age. */
function isWorse(a: Entry, b: Entry, { lift }: Pick<Facts, 'lift'>): boolean {
  if (isWord(a) !== isWord(b)) return isWord(b);
  const liftOfA = lift(a)?.effect;
  const liftOfB = lift(b)?.effect;
  if (liftOfA !== undefined && liftOfB !== undefined && liftOfA !== liftOfB) return liftOfA < liftOfB;
  if (a.c !== b.c) return a.c < b.c;
  return compareEvidence(a, b) < 0;
}

function isWord({ origin, status }: Entry): boolean {
  return origin === 'user' && status === 'active';
}
