import type { FailureHistory } from './failure-history.ts';
import type { Proposal, ProposalEvidence } from './proposal.ts';

/** What a proposal says, before it has a number and a status. */
export type ProposalDraft = Pick<Proposal, 'kind' | 'name' | 'need' | 'evidence' | 'inputSketch' | 'outputSketch'>;

/** A preferred tool that is not there, and who asks for it. */
export interface MissingTool {
  readonly tool: string;
  readonly rival: string;
  /** `r3`, ascending. */
  readonly entryIds: readonly string[];
  /** Distinct sessions in which an agent was told to use it. */
  readonly sessions: number;
}

const MAX_SAMPLES = 5;

/** The proposal for a failure that recurs and that nothing in the library helps against. `entryIds`: what was tried. */
export function failureDraft(failure: FailureHistory, entryIds: readonly string[]): ProposalDraft {
  const { tool, errorClass, sessions, signature, samples, keys } = failure;
  const tried = entryIds.length === 0 ? 'no guideline is about it' : `${entryIds.join(', ')} did not help`;
  return {
    kind: 'recurring_failure',
    name: slugOf(`${tool} ${errorClass}`),
    need: `\`${tool}\` failed in ${sessions.length} sessions with the same ${errorClass} error, and ${tried}.`,
    evidence: evidenceOf(signature, sessions.length, samples, entryIds),
    inputSketch: keys.length === 0 ? `what \`${tool}\` is given` : `{ ${keys.join(', ')} }, as \`${tool}\` is given`,
    outputSketch: `what \`${tool}\` returns, or what has to change first`,
  };
}

/** The proposal for a tool that guidelines rank first and that no agent has. */
export function missingToolDraft({ tool, rival, entryIds, sessions }: MissingTool): ProposalDraft {
  const asks = entryIds.length === 1 ? 'prefers' : 'prefer';
  return {
    kind: 'missing_tool',
    name: tool,
    need: `${entryIds.join(', ')} ${asks} \`${tool}\` over \`${rival}\`, and no agent has been seen with \`${tool}\`.`,
    evidence: evidenceOf(null, sessions, [], entryIds),
    inputSketch: `what \`${rival}\` is given`,
    outputSketch: `what \`${rival}\` returns`,
  };
}

function evidenceOf(
  signature: string | null,
  sessions: number,
  samples: FailureHistory['samples'],
  entryIds: readonly string[],
): ProposalEvidence {
  const shown = samples
    .slice(0, MAX_SAMPLES)
    .map(({ eventId, sessionId, message }) => ({ eventId, sessionId, message }));
  return { signature, sessions, samples: shown, entryIds };
}

function slugOf(text: string): string {
  return text
    .replace(/^shell:/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
