import { unreachable } from '../base/unreachable.ts';
import { applyMerge } from './apply-merge.ts';
import { type Applied, type BatchContext, Draft } from './draft.ts';
import type { Entry } from './entry.ts';
import { isEntryText } from './entry-text.ts';
import { ENTRY_TYPES } from './entry-types.ts';
import { NO_COUNTERS, unitedEvidence } from './evidence.ts';
import { checkInvariants } from './invariants.ts';
import type { LibraryState } from './library-state.ts';
import type { Operation } from './operation.ts';
import { ruleKey } from './rule.ts';
import { initialStatus, type StatusEvent } from './status.ts';
import { applyUse, type EntryInUse } from './uses.ts';

/**
 * Counts uses, then applies operations in their order to a library. Pure: the state passed in is unchanged. What cannot be
 * done is dropped with a reason and hinders nothing else; INTERNAL where the whole would not be a library any more.
 */
export function applyOperations(
  library: LibraryState,
  operations: readonly Operation[],
  context: BatchContext,
  uses: readonly EntryInUse[] = [],
): Applied {
  const draft = new Draft(library, context);
  for (const use of uses) applyUse(draft, use);
  for (const [index, operation] of operations.entries()) {
    draft.note(index, operation, applyOne(draft, operation));
  }
  const applied = draft.finish();
  checkInvariants(applied);
  return applied;
}

/** What became of one operation. */
export interface Done {
  readonly kind: 'changed' | 'kept' | 'dropped';
  readonly id: number | null;
  readonly reason: string;
}

function applyOne(draft: Draft, operation: Operation): Done {
  switch (operation.op) {
    case 'add':
      return add(draft, operation);
    case 'merge':
      return applyMerge(draft, operation);
    case 'modify':
    case 'delete':
    case 'keep':
    case 'status':
    case 'stale':
    case 'confidence':
    case 'pin': {
      const entry = draft.get(operation.id);
      if (entry === undefined)
        return { kind: 'dropped', id: operation.id, reason: `there is no entry ${operation.id}` };
      return changeOne(draft, entry, operation);
    }
    default:
      return unreachable(operation);
  }
}

type OfOne = Exclude<Operation, { readonly op: 'add' | 'merge' }>;

function changeOne(draft: Draft, entry: Entry, operation: OfOne): Done {
  const changed: Done = { kind: 'changed', id: entry.id, reason: operation.why };
  const kept: Done = { kind: 'kept', id: entry.id, reason: 'it is so already' };
  const dropped = (reason: string): Done => ({ kind: 'dropped', id: entry.id, reason });
  switch (operation.op) {
    case 'modify':
      return modify(draft, entry, operation);
    case 'delete':
      if (!draft.move(entry, { kind: 'archived' })) return kept;
      draft.liftFlagsOf(entry.id);
      return changed;
    case 'keep':
      if (entry.status === 'archived') return dropped('the entry is archived');
      draft.put({ ...entry, evidence: unitedEvidence(entry.evidence, operation.evidence) });
      return { ...changed, kind: 'kept' };
    case 'status':
      return changeStatus(draft, entry, operation);
    case 'stale':
      if (entry.stale === operation.stale) return kept;
      return draft.move(entry, { kind: operation.stale ? 'unused' : 'used' })
        ? changed
        : dropped(`the entry is ${entry.status}`);
    case 'confidence':
      if (!Number.isFinite(operation.c)) return dropped('the confidence is no number');
      if (entry.c === clamped(operation.c)) return kept;
      draft.put({ ...entry, c: clamped(operation.c) });
      return changed;
    case 'pin':
      if (entry.pinned === operation.pinned) return kept;
      draft.put({ ...entry, pinned: operation.pinned });
      return changed;
    default:
      return unreachable(operation);
  }
}

function add(draft: Draft, operation: Extract<Operation, { readonly op: 'add' }>): Done {
  const { text, type, domain, rule, failureMode, origin, evidence, isTrusted, why } = operation;
  if (!isEntryText(text)) return { kind: 'dropped', id: null, reason: 'the text is not one line of 1 to 32 words' };
  if (!ENTRY_TYPES.includes(type)) return { kind: 'dropped', id: null, reason: `there is no type ${type}` };
  if (typeof domain !== 'string' || domain === '') return { kind: 'dropped', id: null, reason: 'the domain is empty' };
  if (!Number.isFinite(operation.c)) return { kind: 'dropped', id: null, reason: 'the confidence is no number' };
  const id = draft.create({
    text,
    type,
    domain,
    c: clamped(operation.c),
    k: draft.context.epoch,
    failureMode,
    rule,
    origin,
    status: initialStatus({ isTrusted, isContested: operation.isContested }),
    stale: false,
    rival: null,
    pinned: false,
    mergedInto: null,
    evidence,
    history: [],
    u: 0,
    counters: NO_COUNTERS,
    probation: null,
    archivedEpoch: null,
    statusBefore: null,
    archivedFrom: null,
    staleSince: null,
  });
  return { kind: 'changed', id, reason: why };
}

function modify(draft: Draft, entry: Entry, operation: Extract<Operation, { readonly op: 'modify' }>): Done {
  const { id } = entry;
  const { batch, at } = draft.context;
  if (!isEntryText(operation.text)) return { kind: 'dropped', id, reason: 'the text is not one line of 1 to 32 words' };
  const evidence = operation.evidence === null ? entry.evidence : unitedEvidence(entry.evidence, operation.evidence);
  const isSameText = entry.text === operation.text;
  const isSame = isSameText && keyOf(entry.rule) === keyOf(operation.rule);
  const isMoved = isSame || draft.move(entry, { kind: 'modified', isTrusted: operation.isTrusted });
  if (!isMoved) return { kind: 'dropped', id, reason: `the entry is ${entry.status}` };
  const moved = draft.get(id) ?? entry;
  const history = isSameText ? entry.history : [...entry.history, { text: entry.text, batch, at }];
  draft.put({ ...moved, text: operation.text, rule: operation.rule, evidence, history });
  return isSame ? { kind: 'kept', id, reason: 'it says so already' } : { kind: 'changed', id, reason: operation.why };
}

function changeStatus(draft: Draft, entry: Entry, operation: Extract<Operation, { readonly op: 'status' }>): Done {
  const { id } = entry;
  if (entry.status === operation.to) return { kind: 'kept', id, reason: 'it is so already' };
  const event = eventOf(entry, operation);
  if (event === undefined)
    return { kind: 'dropped', id, reason: `no entry goes from ${entry.status} to ${operation.to} by a word alone` };
  if (event.kind === 'contradicted') {
    const rival = draft.get(event.rival);
    if (rival === undefined || rival.status === 'archived' || rival.id === id)
      return { kind: 'dropped', id, reason: `the rival ${event.rival} does not stand` };
  }
  draft.move(entry, event);
  if (event.kind === 'restored') settleRestored(draft, id);
  if (operation.to === 'archived') draft.liftFlagsOf(id);
  return { kind: 'changed', id, reason: operation.why };
}

/** The event that leads from the status of an entry to the one that is wished for; undefined where none does. */
function eventOf(entry: Entry, { to, rival }: Extract<Operation, { readonly op: 'status' }>): StatusEvent | undefined {
  switch (entry.status) {
    case 'archived':
      return to === entry.archivedFrom ? { kind: 'restored' } : undefined;
    case 'flagged':
      if (to === 'archived') return { kind: 'archived' };
      return to === entry.statusBefore ? { kind: 'cleared' } : undefined;
    case 'active':
    case 'probation':
      if (to === 'archived') return { kind: 'archived' };
      if (to === 'flagged') return rival === null ? { kind: 'doubted' } : { kind: 'contradicted', rival };
      return to === 'active' ? { kind: 'confirmed' } : undefined;
    default:
      return unreachable(entry.status);
  }
}

/** What came back from the archive has no successor, and no rival that has left meanwhile. */
function settleRestored(draft: Draft, id: number): void {
  const entry = draft.get(id);
  if (entry === undefined) return;
  const settled = { ...entry, mergedInto: null };
  draft.put(settled);
  const rival = entry.rival === null ? undefined : draft.get(entry.rival);
  if (entry.status !== 'flagged') draft.put({ ...settled, rival: null });
  else if (entry.rival !== null && (rival === undefined || rival.status === 'archived'))
    draft.move(settled, { kind: 'rival-archived' });
}

function keyOf(rule: Entry['rule']): string | null {
  return rule === null ? null : ruleKey(rule);
}

const C_LOW = 0.05;
const C_HIGH = 0.95;

function clamped(c: number): number {
  return Math.min(C_HIGH, Math.max(C_LOW, c));
}
