import type { Done } from './apply.ts';
import type { Draft } from './draft.ts';
import type { Entry } from './entry.ts';
import { isEntryText } from './entry-text.ts';
import { compareEvidence, unitedCounters, unitedEvidence } from './evidence.ts';
import type { Operation } from './operation.ts';

type Merge = Extract<Operation, { readonly op: 'merge' }>;

/** Two entries become a new one; they are archived and name it. */
export function applyMerge(draft: Draft, operation: Merge): Done {
  const [first, second] = operation.ids;
  const a = draft.get(first);
  const b = draft.get(second);
  const dropped = (reason: string): Done => ({ kind: 'dropped', id: null, reason });
  if (first === second) return dropped('an entry cannot merge with itself');
  if (a === undefined || b === undefined) return dropped(`there is no entry ${a === undefined ? first : second}`);
  const unfit = [a, b].find((entry) => entry.status !== 'active' && entry.status !== 'probation');
  if (unfit !== undefined) return dropped(`the entry ${unfit.id} is ${unfit.status}`);
  if (a.type !== b.type || a.domain !== b.domain) return dropped('the entries differ in type or domain');
  if (!isEntryText(operation.text)) return dropped('the text is not one line of 1 to 32 words');
  const id = draft.create(mergedEntry(a, b, operation));
  for (const parent of [a, b]) {
    draft.move(parent, { kind: 'archived' });
    const archived = draft.get(parent.id);
    if (archived !== undefined) draft.put({ ...archived, mergedInto: id });
    draft.passFlagsOf(parent.id, id);
  }
  return { kind: 'changed', id, reason: operation.why };
}

function mergedEntry(a: Entry, b: Entry, { text, rule, isTrusted }: Merge): Omit<Entry, 'id'> {
  const better = compareEvidence(a, b) > 0 ? a : b;
  const isOnProbation = a.status === 'probation' || b.status === 'probation' || !isTrusted;
  return {
    text,
    type: a.type,
    domain: a.domain,
    c: Math.max(a.c, b.c),
    k: Math.min(a.k, b.k),
    failureMode: better.failureMode ?? a.failureMode ?? b.failureMode,
    rule,
    origin: 'merge',
    status: isOnProbation ? 'probation' : 'active',
    stale: false,
    rival: null,
    pinned: a.pinned || b.pinned,
    mergedInto: null,
    evidence: unitedEvidence(a.evidence, b.evidence),
    history: [],
    u: a.u + b.u,
    counters: unitedCounters(a.counters, b.counters),
    probation: null,
    archivedEpoch: null,
    statusBefore: null,
    archivedFrom: null,
    staleSince: null,
  };
}
