import type { Claim } from './actor.ts';
import type { ControllerIntent, ControllerState } from './controller.ts';
import type { Failure } from './failure.ts';
import type { GoalFailures } from './goal-failures.ts';
import type {
  AttemptedEvent,
  Counters,
  CritiqueRecord,
  EndedEvent,
  EvaluatedEvent,
  GuidedEvent,
  HumanQuestion,
  IntendedEvent,
  PlannedEvent,
  Revision,
  SliceStart,
  StartedEvent,
  Violation,
} from './journal.ts';
import type { Amounts } from './ledger/amounts.ts';
import type { TrailStep } from './result.ts';
import type { FailedReview } from './review/standing.ts';
import type { TreeChange } from './tree.ts';
import type { Usage } from './usage.ts';

/**
 * Where a run stands. `gate-*`: the policy is to be asked, before the baseline, after a cycle, or before an act.
 * `acting`, `reviewing`: an intent without an outcome. The others name what has just been done.
 */
export type Phase =
  | 'gate-start'
  | 'baseline'
  | 'gate-cycle'
  | 'plan'
  | 'gate-act'
  | 'act'
  | 'gate-review'
  | 'review'
  | 'reviewing'
  | 'acting'
  | 'acted'
  | 'reverting'
  | 'inspected'
  | 'ending'
  | 'ended';

export type EndCause =
  | { readonly kind: 'pass' }
  | { readonly kind: 'policy'; readonly decision: 'checkpoint' | 'stop'; readonly reasons: readonly string[] }
  | { readonly kind: 'spawn-not-allowed' }
  | { readonly kind: 'no-candidate'; readonly reason: string }
  | { readonly kind: 'review-failed'; readonly why: string }
  | { readonly kind: 'overdrawn'; readonly asked: Amounts }
  | { readonly kind: 'question'; readonly question: HumanQuestion }
  | { readonly kind: 'declined'; readonly gate: string }
  | { readonly kind: 'disowned'; readonly reason: string };

/** How far an act has come; it outlives the end of a run that was stopped in its middle. */
type ActStage = 'planned' | 'acting' | 'acted' | 'reverting' | 'inspected';

/** What the last act of a cycle did, until the cycle is observed. */
export interface CurrentAct {
  readonly stage: ActStage;
  readonly planned: PlannedEvent;
  readonly intended: IntendedEvent | null;
  /** ISO 8601; null before it was. */
  readonly intendedAt: string | null;
  readonly group: { readonly group: number; readonly startTime: string } | null;
  readonly isInDoubt: boolean;
  readonly isCancelled: boolean;
  readonly neverRan: boolean;
  /** What the runs spent that it started. */
  readonly drawn: Amounts;
  readonly durationMs: number;
  readonly exitCode: number | null;
  readonly output: string;
  readonly claim: Claim | null;
  readonly question: HumanQuestion | null;
  readonly violations: readonly Violation[];
  readonly pendingRevert: readonly TreeChange[];
  readonly filesChanged: number;
  readonly scopeHash: string;
  /** Calls that were found beside those charged before it began. */
  readonly foundCalls: number;
  /** Of a group: the attempts that ended, in the order in which they did. */
  readonly attempts: readonly AttemptedEvent[];
  /** The attempt that is applied; null: none, or no group. */
  readonly chosen: number | null;
  /** What of the work tree it changes. */
  readonly chosenPaths: readonly string[];
}

/** The attempt of a group that became the act of its cycle. */
export function chosenAttempt(current: CurrentAct): AttemptedEvent | undefined {
  return current.attempts.find((attempt) => attempt.attempt === current.chosen);
}

/** Where a run stands with its reviewer. */
interface ReviewState {
  /** How many began. */
  readonly count: number;
  readonly running: {
    readonly outputName: string;
    readonly group: { readonly group: number; readonly startTime: string } | null;
  } | null;
  /** The act whose outcome is reviewed; null: what was there before anything acted. */
  readonly reviewedAct: Pick<PlannedEvent, 'act' | 'candidate'> | null;
  readonly failed: FailedReview | null;
  /** The state of the scope that a person was asked about instead. */
  readonly asked: string | null;
}

/** One act that failed in this run: candidate, failure before it, failure after it. */
interface Attempt {
  readonly candidateKey: string;
  readonly fingerprint: string | null;
  readonly isInDoubt: boolean;
}

/** The whole of a run as plain data: the fold of its journal. */
export interface RunState {
  readonly sessionId: string;
  readonly phase: Phase;
  readonly started: StartedEvent;
  readonly policySha256: string;
  /** Of the whole run; a slice counts from `slice` on. */
  readonly counters: Counters;
  readonly slice: SliceStart;
  /** What agents used, in the whole run and in the slice. */
  readonly usage: { readonly run: Usage; readonly slice: Usage };
  readonly elapsedMs: number;
  readonly evidenceRefs: readonly string[];
  /** Novelty keys of everything found so far. */
  readonly known: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  /** Of a run with a goal, as its checkpoint has them; null until it met one. */
  readonly goalFailures: GoalFailures | null;
  /** The evidence that the last corrected attempt was permitted by; null before. */
  readonly correctedBy: string | null;
  readonly attempts: readonly Attempt[];
  /** The mark of every explore act that ended. */
  readonly explored: ReadonlySet<string>;
  readonly pins: Readonly<Record<string, number>>;
  readonly critique: CritiqueRecord | null;
  readonly tests: Readonly<Record<string, string>>;
  readonly controller: ControllerState;
  readonly intents: readonly ControllerIntent[];
  readonly current: CurrentAct | null;
  readonly review: ReviewState;
  /** Final text of the last agent, for the next prompt. */
  readonly lastResult: string;
  /** What was found for the task and at failures, in order. */
  readonly guided: readonly GuidedEvent[];
  /** Signature of the call that failed last; null before. */
  readonly lastSignature: string | null;
  readonly trail: readonly TrailStep[];
  readonly lastEvaluation: EvaluatedEvent | null;
  readonly end: EndCause | null;
  /** The question that no person has answered yet; it outlives every other end of the run. */
  readonly question: HumanQuestion | null;
  /** What a person wants changed, until that was tried; null: nothing. */
  readonly revision: Revision | null;
  /** Hash of the action that a person allowed last; null before. */
  readonly answeredAction: string | null;
  readonly ended: EndedEvent | null;
  readonly resumes: number;
  /** The gate at which a person declined; it stands for good. */
  readonly declinedGate: string | null;
  /** Candidate in doubt that a person allowed to run again. */
  readonly allowedAgain: ReadonlySet<string>;
  /** Paths that the criteria write by themselves. */
  readonly critiqueWrites: ReadonlySet<string>;
  /** Changes that were being undone when the journal ends here: the undo may not be complete. */
  readonly pendingDrift: readonly TreeChange[];
  /** Last two checkpoint hashes that were to be published, newest first. */
  readonly published: readonly string[];
  readonly updatedAt: string;
}
