import type { Batch } from '../../src/experience/batch.ts';
import type { Applied } from '../../src/experience/draft.ts';
import type { Entry } from '../../src/experience/entry.ts';
import { NO_COUNTERS, NO_EVIDENCE } from '../../src/experience/evidence.ts';
import type { LibraryState } from '../../src/experience/library-state.ts';
import type { Operation } from '../../src/experience/operation.ts';
import type { Commit } from '../../src/experience/store.ts';

type Add = Extract<Operation, { readonly op: 'add' }>;

/** An add of a trusted convention, with what the test says of it. */
export function addOf(text: string, parts: Partial<Add> = {}): Add {
  return {
    op: 'add',
    text,
    type: 'convention',
    domain: 'other',
    c: 0.5,
    rule: null,
    failureMode: null,
    origin: 'manual',
    isTrusted: true,
    isContested: false,
    evidence: NO_EVIDENCE,
    why: 'asked for',
    group: null,
    ...parts,
  };
}

/** An active entry, with what the test says of it. */
export function entryOf(id: number, parts: Partial<Entry> = {}): Entry {
  return {
    id,
    text: `Read file ${id} first.`,
    type: 'convention',
    domain: 'other',
    c: 0.5,
    k: 0,
    failureMode: null,
    rule: null,
    origin: 'manual',
    status: 'active',
    stale: false,
    rival: null,
    pinned: false,
    mergedInto: null,
    evidence: NO_EVIDENCE,
    history: [],
    u: 0,
    counters: NO_COUNTERS,
    probation: null,
    archivedEpoch: null,
    statusBefore: null,
    archivedFrom: null,
    staleSince: null,
    ...parts,
  };
}

/** A library of some entries. */
export function libraryOf(...entries: readonly Entry[]): LibraryState {
  return {
    version: 1,
    epoch: 1,
    nextId: 1 + Math.max(0, ...entries.map((entry) => entry.id)),
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    formerUses: new Map(),
  };
}

export const AT = '2026-01-02T03:04:05.678Z';

/** The commit of a batch that has no vectors. */
export function commitOf(id: string, applied: Applied, parts: Partial<Batch> = {}): Commit {
  return {
    batch: {
      v: 1,
      id,
      kind: 'add',
      at: AT,
      epoch: applied.next.epoch,
      undoes: null,
      sessionId: null,
      operations: [],
      outcomes: applied.outcomes,
      changes: applied.changes,
      ...parts,
    },
    uses: applied.uses,
    nextId: applied.next.nextId,
    vectors: [],
    review: [],
    reviewed: [],
    relations: { added: [], dropped: [], replaced: [] },
    advancesEpoch: false,
  };
}
