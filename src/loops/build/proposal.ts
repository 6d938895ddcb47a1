type ProposalStatus = 'open' | 'accepted' | 'rejected' | 'built' | 'resolved';

/** A call that failed, as an example. */
export interface FailureSample {
  readonly eventId: string;
  readonly sessionId: string;
  /** The line of the error that tells it, redacted. */
  readonly message: string;
}

/** What a proposal rests on. */
export interface ProposalEvidence {
  /** Of the failure; null for a tool that is missing. */
  readonly signature: string | null;
  /** Distinct sessions: in which it failed so, or in which the agent was told to use the tool. */
  readonly sessions: number;
  /** At most five, the newest. */
  readonly samples: readonly FailureSample[];
  /** The guidelines that ask for it, or that did not help. */
  readonly entryIds: readonly string[];
}

/** A tool that should be built, for a person to decide on. Nothing is built or registered by itself. */
export interface Proposal {
  readonly v: 1;
  /** Shown as `p1`. */
  readonly n: number;
  readonly kind: 'recurring_failure' | 'missing_tool';
  /** Under which the tool would stand in the registry. */
  readonly name: string;
  readonly need: string;
  readonly evidence: ProposalEvidence;
  readonly inputSketch: string;
  readonly outputSketch: string;
  readonly status: ProposalStatus;
  readonly createdEpoch: number;
  /** Its sessions when it was last closed (rejected, resolved or built); null while it never was. */
  readonly closedAtSessions: number | null;
}
