import { type UseVerdict, updateConfidence } from './confidence.ts';
import type { Draft } from './draft.ts';
import type { Entry } from './entry.ts';
import { PROBATION_USES } from './status.ts';

/** That an entry was in the prompt of a run, and what came of it. */
export interface EntryInUse {
  readonly id: number;
  readonly isApplicable: boolean;
  /** Null where nothing tells. */
  readonly followed: boolean | null;
  /** Counts where it was applicable alone. */
  readonly verdict: UseVerdict;
}

/** Counts a use: u, counters and c, clears the mark `stale`, and checks an entry whose probation is due. */
export function applyUse(draft: Draft, use: EntryInUse): void {
  const entry = draft.get(use.id);
  if (entry === undefined) return;
  if (!use.isApplicable) {
    const counters = { ...entry.counters, injected: entry.counters.injected + 1 };
    draft.put({ ...entry, counters });
    return;
  }
  const counted = countedUse(entry, use, draft.context.epoch);
  draft.put(counted);
  draft.move(counted, { kind: 'used' });
  checkProbation(draft, use.id);
}

function countedUse(entry: Entry, { followed, verdict }: EntryInUse, epoch: number): Entry {
  const { counters, probation } = entry;
  return {
    ...entry,
    c: updateConfidence(entry.c, verdict),
    u: entry.u + 1,
    counters: {
      injected: counters.injected + 1,
      applicable: counters.applicable + 1,
      followed: counters.followed + Number(followed === true),
      improved: counters.improved + Number(verdict === 'improved'),
      notImproved: counters.notImproved + Number(verdict === 'notImproved'),
      lastUsedEpoch: epoch,
      lastImprovedEpoch: verdict === 'improved' ? epoch : counters.lastImprovedEpoch,
    },
    probation:
      entry.status === 'probation' && probation !== null
        ? { uses: probation.uses + 1, judged: probation.judged + Number(verdict !== null) }
        : probation,
  };
}

function checkProbation(draft: Draft, id: number): void {
  const entry = draft.get(id);
  if (entry?.status !== 'probation' || (entry.probation?.uses ?? 0) < PROBATION_USES) return;
  draft.move(entry, { kind: 'checked' });
  const checked = draft.get(id);
  if (checked?.status === 'probation') draft.put({ ...checked, probation: { uses: 0, judged: 0 } });
  if (checked?.status === 'archived') draft.liftFlagsOf(id);
}
