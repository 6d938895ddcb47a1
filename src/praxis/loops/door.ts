import { correct } from './correct.ts';
import { maintainLibrary } from './maintain-library.ts';
import { decideProposal, listProposals } from './proposals.ts';

/** What the verbs of the loops need of the rooms below. */
export interface LoopDoor {
  readonly correct: typeof correct;
  readonly maintainLibrary: typeof maintainLibrary;
  readonly listProposals: typeof listProposals;
  readonly decideProposal: typeof decideProposal;
}

/** The verbs of the loops as the command line reaches them. */
export const loopDoor: LoopDoor = { correct, maintainLibrary, listProposals, decideProposal };
