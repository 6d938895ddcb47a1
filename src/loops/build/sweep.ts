import type { Entry } from '../../experience/entry.ts';
import type { Operation } from '../../experience/operation.ts';
import type { FailureHistory } from './failure-history.ts';
import { unitedHistories } from './failure-history.ts';
import { auditedPreference, auditPreference } from './preference-audit.ts';
import type { Proposal } from './proposal.ts';
import { proposalChanges } from './proposal-changes.ts';
import { failureDraft, type MissingTool, missingToolDraft, type ProposalDraft } from './proposal-draft.ts';
import { type Recurrence, recurrences } from './recurrence.ts';
import type { RemedyEntry } from './remedy.ts';
import { sharesAround } from './share.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** What a sweep looks at: records and library up to one session. */
export interface SweepFacts {
  /** Of the newest sealed live session with calls. */
  readonly epoch: number;
  /** Epochs of the live sessions that are stored, ascending. */
  readonly epochs: readonly number[];
  /** One a signature, as recorded. */
  readonly failures: readonly FailureHistory[];
  readonly entries: readonly Entry[];
  readonly proposals: readonly Proposal[];
  readonly registry: ToolRegistry;
  /** Cosine between what failed (task and message) and an entry; null where one of them has no vector. */
  cosine(failure: FailureHistory, entry: Pick<RemedyEntry, 'id'>): number | null;
  /** Of the encoder that `cosine` compares by. */
  readonly remedyAt: number;
  /** In how many distinct sessions an agent had an entry (`r3`) in view. */
  toldSessions(entryId: string): number;
}

/** What a sweep came to. */
export interface Sweep {
  /** Marks of entries that rank two tools of which none is there. */
  readonly operations: readonly Operation[];
  /** New and changed ones. */
  readonly proposals: readonly Proposal[];
  readonly recurrences: readonly Recurrence[];
}

/** Looks for failures that recur without a remedy, and for preferred tools that nobody has. Pure. */
export function sweep(facts: SweepFacts): Sweep {
  const { epoch, epochs, entries, registry } = facts;
  const failures = unitedHistories(facts.failures);
  const found = recurrences(failures, entries, {
    cosine: facts.cosine,
    shares: (failure, entry) => sharesAround(failure.epochs, { epochs }, entry.k),
    remedyAt: facts.remedyAt,
  });
  const { operations, missing } = auditedPreferences(facts);
  const drafts: readonly ProposalDraft[] = [
    ...found.flatMap((one) =>
      one.kind === 'unremedied'
        ? [
            failureDraft(
              one.failure,
              one.failing.map((id) => `r${id}`),
            ),
          ]
        : [],
    ),
    ...missing.map(missingToolDraft),
  ];
  const proposals = proposalChanges(facts.proposals, drafts, { epoch, view: { epochs }, failures, registry });
  return { operations, proposals, recurrences: found };
}

/** Whether a sweep asks which tools there are: a guideline ranks some, or a proposal waits for one. */
export function asksForTools({ entries, proposals }: Pick<SweepFacts, 'entries' | 'proposals'>): boolean {
  const isWaiting = ({ status, kind }: Proposal) =>
    status === 'accepted' || (status === 'open' && kind === 'missing_tool');
  return proposals.some(isWaiting) || entries.some((entry) => auditedPreference(entry) !== null);
}

function auditedPreferences({ entries, registry, epoch, toldSessions }: SweepFacts): {
  readonly operations: readonly Operation[];
  readonly missing: readonly MissingTool[];
} {
  const operations: Operation[] = [];
  const missing = new Map<string, { readonly rival: string; readonly ids: string[] }>();
  for (const entry of [...entries].sort((a, b) => a.id - b.id)) {
    const finding = auditPreference(entry, registry, epoch);
    if (finding.kind === 'stale' && !entry.stale)
      operations.push({ op: 'stale', id: entry.id, stale: true, why: 'neither of its tools is there', group: null });
    if (finding.kind !== 'missing') continue;
    const known = missing.get(finding.tool) ?? { rival: finding.rival, ids: [] };
    known.ids.push(`r${entry.id}`);
    missing.set(finding.tool, known);
  }
  const tools = [...missing].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    operations,
    missing: tools.map(([tool, { rival, ids }]) => ({
      tool,
      rival,
      entryIds: ids,
      // An agent that was told by two guidelines at once was told in one session.
      sessions: Math.max(0, ...ids.map(toldSessions)),
    })),
  };
}
