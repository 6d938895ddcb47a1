import { sameJson } from '../../experience/same-json.ts';
import type { FailureHistory } from './failure-history.ts';
import type { Proposal } from './proposal.ts';
import type { ProposalDraft } from './proposal-draft.ts';
import { reopens } from './reopening.ts';
import { type EpochView, hasFallen, sharesAfterTwenty } from './share.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** What the life of proposals depends on. */
export interface ProposalFacts {
  readonly epoch: number;
  readonly view: EpochView;
  readonly failures: readonly FailureHistory[];
  readonly registry: Pick<ToolRegistry, 'has'>;
}

/**
 * What a sweep makes of proposals: new ones for what is needed and not proposed yet, more evidence for those that stand,
 * closed ones opened again, and those settled that are no longer needed. Gives the new and the changed, in order of number.
 */
export function proposalChanges(
  known: readonly Proposal[],
  drafts: readonly ProposalDraft[],
  facts: ProposalFacts,
): readonly Proposal[] {
  const all = new Map(known.map((proposal) => [proposal.n, proposal]));
  let next = 1 + Math.max(0, ...all.keys());
  for (const draft of drafts) {
    const before = newestOf([...all.values()].filter((proposal) => isAbout(proposal, draft, facts.failures)));
    if (before === undefined) {
      const name = uniqueName(draft, [...all.values()]);
      all.set(next, {
        v: 1,
        n: next++,
        ...draft,
        name,
        status: 'open',
        createdEpoch: facts.epoch,
        closedAtSessions: null,
      });
    } else {
      all.set(before.n, withEvidence(before, draft, facts.epoch));
    }
  }
  const before = new Map(known.map((proposal) => [proposal.n, proposal]));
  return [...all.values()]
    .map((proposal) => settled(proposal, facts))
    .filter((proposal) => !sameJson(proposal, before.get(proposal.n) ?? null))
    .sort((a, b) => a.n - b.n);
}

/** The representative of a failure may change as more of its kin are seen. */
function isAbout(proposal: Proposal, draft: ProposalDraft, failures: readonly FailureHistory[]): boolean {
  if (proposal.kind !== draft.kind) return false;
  if (draft.kind === 'missing_tool') return proposal.name === draft.name;
  const { signature } = draft.evidence;
  const members = failures.find((failure) => failure.signature === signature)?.members ?? [];
  const about = proposal.evidence.signature;
  return about !== null && (about === signature || members.includes(about));
}

function newestOf(proposals: readonly Proposal[]): Proposal | undefined {
  return proposals.reduce<Proposal | undefined>((a, b) => (a === undefined || b.n > a.n ? b : a), undefined);
}

function withEvidence(proposal: Proposal, draft: ProposalDraft, epoch: number): Proposal {
  const { need, inputSketch, outputSketch } = draft;
  const evidence = { ...draft.evidence, signature: proposal.evidence.signature };
  const told = { ...proposal, need, inputSketch, outputSketch, evidence };
  if (proposal.status === 'open' || proposal.status === 'accepted') return told;
  const isAgain = reopens(proposal.closedAtSessions ?? proposal.evidence.sessions, evidence.sessions);
  return isAgain ? { ...told, status: 'open', createdEpoch: epoch } : proposal;
}

function settled(proposal: Proposal, { view, failures, registry }: ProposalFacts): Proposal {
  const closedAtSessions = proposal.evidence.sessions;
  if (proposal.status === 'accepted' && registry.has(proposal.name))
    return { ...proposal, status: 'built', closedAtSessions };
  if (proposal.status !== 'open') return proposal;
  if (proposal.kind === 'missing_tool')
    return registry.has(proposal.name) ? { ...proposal, status: 'resolved', closedAtSessions } : proposal;
  const { signature } = proposal.evidence;
  const failure = failures.find(({ members }) => signature !== null && members.includes(signature));
  const shares = failure === undefined ? null : sharesAfterTwenty(failure.epochs, view, proposal.createdEpoch);
  return shares !== null && hasFallen(shares) ? { ...proposal, status: 'resolved', closedAtSessions } : proposal;
}

/** Another failure of the same tool and class has the name already. */
function uniqueName(draft: ProposalDraft, proposals: readonly Proposal[]): string {
  const isTaken = proposals.some(({ name }) => name === draft.name);
  const { signature } = draft.evidence;
  return isTaken && signature !== null ? `${draft.name}-${signature.slice(0, 6)}` : draft.name;
}

/** A person's word on an open proposal; null where it is closed already or the word changes nothing. */
export function decided(proposal: Proposal, isAccepted: boolean): Proposal | null {
  if (proposal.status === (isAccepted ? 'accepted' : 'rejected')) return null;
  if (proposal.status === 'built' || proposal.status === 'resolved') return null;
  if (isAccepted) return { ...proposal, status: 'accepted', closedAtSessions: null };
  return { ...proposal, status: 'rejected', closedAtSessions: proposal.evidence.sessions };
}
