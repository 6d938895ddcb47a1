import { PraxisError } from '../../base/errors.ts';
import type { Proposal } from '../../loops/build/proposal.ts';
import { decided } from '../../loops/build/proposal-changes.ts';
import { withLoopLibrary } from './loop-library.ts';
import { sweepLibrary } from './sweep-library.ts';

/** A proposal as it is shown. */
export interface ProposalView extends Omit<Proposal, 'v' | 'n' | 'closedAtSessions'> {
  /** `p1`. */
  readonly id: string;
}

interface DecideRequest {
  readonly cwd: string;
  readonly library: string | null;
  /** `p1`, or 1. */
  readonly id: string;
  readonly isAccepted: boolean;
}

/** The proposals of a library in order of number, after a sweep of what was recorded since. */
export async function listProposals(cwd: string, library: string | null): Promise<readonly ProposalView[]> {
  const book = await withLoopLibrary(cwd, library, sweepLibrary);
  return (book?.proposals ?? []).map(proposalView);
}

/** A person's word on a proposal; `isChanged` false: it stood so already. ENTRY_NOT_FOUND for an id that stands for none. */
export async function decideProposal({
  cwd,
  library,
  id,
  isAccepted,
}: DecideRequest): Promise<{ readonly proposal: ProposalView; readonly isChanged: boolean }> {
  const done = await withLoopLibrary(cwd, library, async ({ store }) => {
    for (;;) {
      const { version, proposals } = await store.loops.proposals();
      const known = proposals.find((one) => one.n === numberOf(id));
      if (known === undefined) return undefined;
      const changed = decided(known, isAccepted);
      if (changed === null) return { proposal: proposalView(known), isChanged: false };
      const saved = await store.loops.saveProposals({ proposals: [changed], expectedVersion: version });
      if (saved === 'applied') return { proposal: proposalView(changed), isChanged: true };
    }
  });
  if (done !== undefined) return done;
  throw new PraxisError('ENTRY_NOT_FOUND', `there is no proposal ${id}`, {
    hint: '`praxis proposals` lists them.',
  });
}

function proposalView({ v: _, n, closedAtSessions: __, ...proposal }: Proposal): ProposalView {
  return { id: `p${n}`, ...proposal };
}

function numberOf(id: string): number {
  return Number(/^p?([1-9]\d{0,14})$/i.exec(id)?.[1]);
}
