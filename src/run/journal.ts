import type { PlainJson } from '../base/exact-json.ts';
import type { Correction } from '../policy/index.ts';
import type { Candidate, Claim } from './actor.ts';
import type { Belief } from './beliefs.ts';
import type { ControllerIntent, ControllerState, PolicyMode } from './controller.ts';
import type { Critique } from './critique.ts';
import type { Failure } from './failure.ts';
import type { GoalFailures } from './goal-failures.ts';
import type { Found } from './guidance.ts';
import type { Amounts } from './ledger/amounts.ts';
import type { ProcessEnd } from './processes.ts';
import type { CandidateValues, Prediction } from './progress.ts';
import type { FailedReview } from './review/standing.ts';
import type { RunStatus } from './store.ts';
import type { CandidateKind } from './task.ts';
import type { TreeChange } from './tree.ts';
import type { ActAccount, Usage } from './usage.ts';

/** Counters of a checkpoint that the run writes. `elapsed_seconds` is kept apart, in milliseconds. */
export interface Counters {
  readonly cycle: number;
  readonly toolCalls: number;
  readonly transcriptBytes: number;
  readonly sameFailureRetries: number;
  readonly noEvidenceCycles: number;
  readonly activeChildren: number;
  readonly childrenSpawned: number;
  readonly lastCheckpointTranscriptBytes: number;
  readonly taskPacketTokens: number;
  readonly parentSummaryTokens: number;
  readonly memoryDigestTokens: number;
  readonly childResultWords: number;
}

export type ContextSizes = Pick<Counters, 'taskPacketTokens' | 'parentSummaryTokens' | 'memoryDigestTokens'>;

/** A critique as the journal keeps it: all but the texts, which a resume makes anew. */
export type CritiqueRecord = Omit<Critique, 'text' | 'results'> & {
  readonly results: readonly Omit<Critique['results'][number], 'text'>[];
};

export type EvaluationPurpose = 'start' | 'cycle' | 'spawn' | 'review' | 'resume' | 'final';

export interface Violation {
  readonly path: string;
  /** Which rule protects it, in words. */
  readonly rule: string;
}

/** New evidence: its reference, and the key by which news is told from repetition. */
export interface Finding {
  readonly ref: string;
  readonly novelty: string;
}

export type CheckpointStatus =
  | 'running'
  | 'waiting_for_human'
  | 'completed'
  | 'blocked'
  | 'budget_exhausted'
  | 'error'
  | 'cancelled'
  | 'declined'
  | 'timed_out';

/** A question that only a person may answer. */
export interface HumanQuestion {
  readonly gate: string;
  readonly question: string;
  readonly actionHash: string;
  /** Id of the candidate in doubt that an approval lets run again; null for a question that an actor asked. */
  readonly reruns: string | null;
}

/** What a person wants changed of an action that they were asked about. */
export interface Revision {
  readonly gate: string;
  /** Redacted, cut. */
  readonly rationale: string;
}

export interface StartedEvent {
  readonly kind: 'started';
  readonly taskId: string;
  /** The task file as read, or the one that the flags stand for; null where it holds a secret. */
  readonly taskText: string | null;
  readonly taskFile: string | null;
  readonly policyId: string;
  readonly policySha256: string;
  readonly controllerSha256: string;
  readonly agentConfigId: string;
  /** Where the checkpoint was found instead of made: what it counted already. */
  readonly adopted: {
    readonly counters: Counters;
    readonly elapsedMs: number;
    readonly evidenceRefs: readonly string[];
    /** Of the slice; absent: not known. */
    readonly usage?: Usage;
  } | null;
  readonly controller: ControllerState;
  readonly intents: readonly ControllerIntent[];
  readonly checkpointSha256: string;
}

export interface EvaluatedEvent {
  readonly kind: 'evaluated';
  readonly purpose: EvaluationPurpose;
  readonly checkpointSha256: string;
  readonly policySha256: string;
  readonly decision: 'continue' | 'checkpoint' | 'stop';
  readonly spawnAllowed: boolean;
  readonly reasons: readonly string[];
  /** The decision document in its printed form. */
  readonly document: string;
  /** It stops the action alone, and something is left to look at: one act of diagnosis may follow. */
  readonly mayDiagnose?: true;
  /** It ends the slice alone: the next one begins without a person. */
  readonly mayAdvance?: true;
  /** The last child is kept for the reviewer. */
  readonly isKept?: true;
  /** It asks for a smaller context, which was made: the policy is asked again. */
  readonly mayCompact?: true;
}

/** The packet of the actor was made smaller, and what it was made from is kept. */
export interface CompactedEvent {
  readonly kind: 'compacted';
  readonly cycle: number;
  /** Tokens of the packet before; those after are in `context`. */
  readonly tokensBefore: number;
  readonly context: ContextSizes;
  /** SHA-256 of the whole packet; empty where none was made yet. */
  readonly wholeSha256: string;
  /** Final text of the last agent as later prompts see it, and its words. */
  readonly resultText: string;
  readonly resultWords: number;
}

/** What a run had spent where a slice of its goal began; `number` counts the slices that ended in this run. */
export interface SliceStart {
  readonly number: number;
  readonly cycle: number;
  readonly toolCalls: number;
  readonly childrenSpawned: number;
  readonly elapsedMs: number;
}

/** A slice of the goal ended and the next one begins. */
export interface AdvancedEvent {
  readonly kind: 'advanced';
  /** Id of the slice that ended, as the checkpoint counts. */
  readonly sliceId: number;
  readonly requestId: string;
  readonly start: SliceStart;
  readonly intents: readonly ControllerIntent[];
  readonly controller: ControllerState;
  readonly checkpointSha256: string;
}

export interface BaselinedEvent {
  readonly kind: 'baselined';
  /** True when a resumed run looks again at where it stands. */
  readonly isResume: boolean;
  readonly critique: CritiqueRecord;
  readonly pins: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Novelty keys that are known from now on without being evidence. */
  readonly seen: readonly string[];
  /** Paths that the criteria changed by themselves. */
  readonly writes: readonly string[];
  /** Reference of the `test` record of each criterion. */
  readonly tests: Readonly<Record<string, string>>;
  /** The criteria hold, and a reviewer is to judge what they cannot. */
  readonly isReviewDue?: true;
}

/** Lessons were looked for: for the task, or at a failure. They stay as they were found for the rest of the run. */
export interface GuidedEvent extends Found {
  readonly kind: 'guided';
  readonly cycle: number;
  /** Of the failure at hand; null: for the task. */
  readonly fingerprint: string | null;
}

export interface PlannedEvent {
  readonly kind: 'planned';
  readonly cycle: number;
  readonly act: CandidateKind;
  readonly candidate: Candidate;
  readonly belief: Belief;
  readonly values: CandidateValues;
  readonly predicted: Prediction;
  readonly threshold: number;
  readonly policyMode: PolicyMode;
  readonly confidence: number | null;
  /** The comparison that decided, with its numbers. */
  readonly inequality: string;
  /** Why the policy stopped the action that this look is to help. */
  readonly stoppedBy?: readonly string[];
  readonly context: ContextSizes;
  readonly guidelines: readonly string[];
  readonly intents: readonly ControllerIntent[];
  readonly controller: ControllerState;
}

export interface IntendedEvent {
  readonly kind: 'intended';
  readonly cycle: number;
  /** `active`: how many of the children are at work at once; absent: all of them. */
  readonly charges: { readonly toolCalls: number; readonly children: number; readonly active?: number };
  readonly reservation: { readonly toolCalls: number };
  readonly timeoutMs: number;
  readonly outputName: string;
  readonly scopeHash: string;
  /** Novelty keys that are known from now on: the tree before the act is no news after it. */
  readonly seen: readonly string[];
  readonly checkpointSha256: string;
  /** The candidate of each attempt, where there are several side by side. */
  readonly attempts?: readonly Candidate[];
}

/** One attempt of a group ended, and was judged in a tree of its own. */
export interface AttemptedEvent {
  readonly kind: 'attempted';
  readonly cycle: number;
  /** Counts from 1. */
  readonly attempt: number;
  readonly candidate: Candidate;
  /** `setup-failed`: the tree could not be prepared, and nothing acted. */
  readonly cause: ActedEvent['cause'] | 'setup-failed';
  readonly exitCode: number | null;
  readonly isKilled: boolean;
  readonly durationMs: number;
  /** Redacted, cut. */
  readonly output: string;
  /** Of its own critique; null where none was made. */
  readonly observed: { readonly signal: number; readonly gain: number } | null;
  readonly fingerprint: string | null;
  readonly violations: readonly Violation[];
  readonly filesChanged: number;
  /** Of what was forbidden; null: nothing was. */
  readonly patchRef: string | null;
  readonly outcome: number;
  readonly reward: number;
  /** Absent: what it used is not known. */
  readonly account?: ActAccount;
}

export interface ActedEvent {
  readonly kind: 'acted';
  readonly cycle: number;
  readonly cause: ProcessEnd['cause'] | 'in-doubt' | 'never-started';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly outputSha256: string;
  readonly outputBytes: number;
  /** Redacted, cut: for the report and the source record. */
  readonly output: string;
  readonly transcriptBytes: number;
  readonly resultWords: number;
  /** Final text of an agent as later prompts see it: redacted, below the policy's limit in words. */
  readonly resultText: string;
  readonly claim: Claim | null;
  readonly question: HumanQuestion | null;
  /** What the runs spent that the act had started. */
  readonly drawn?: Amounts;
  /** What they used; absent: not known, where any of them was a child. */
  readonly drawnUsage?: Usage;
  /** Signature of the last call that failed; absent where none did. */
  readonly signature?: string;
  /** Of an agent alone; absent: what it used is not known. */
  readonly account?: ActAccount;
}

export interface ObservedEvent {
  readonly kind: 'observed';
  readonly cycle: number;
  readonly critique: CritiqueRecord;
  readonly pins: Readonly<Record<string, number>>;
  readonly verdict: 'pass' | 'fail' | 'error' | 'needs-human';
  readonly gain: number;
  readonly findings: readonly Finding[];
  readonly tests: Readonly<Record<string, string>>;
  /** What a person is asked after a revision that they wanted. */
  readonly asks?: HumanQuestion;
  /** As in `BaselinedEvent`; the verdict is `pass` until the reviewer says otherwise. */
  readonly isReviewDue?: true;
  readonly failure: string | null;
  readonly failures: readonly Failure[];
  /** Of a run with a goal that met a failure in this cycle: all of them, this one active. */
  readonly goalFailures?: GoalFailures;
  /** What permits an attempt with another input. */
  readonly correction?: Correction;
  readonly sameFailureRetries: number;
  readonly posterior: Belief;
  readonly intents: readonly ControllerIntent[];
  readonly controller: ControllerState;
  readonly confidence: number | null;
  readonly checkpointSha256: string;
}

/** A reviewer is about to begin: its child is spent from now on. */
export interface ReviewingEvent {
  readonly kind: 'reviewing';
  readonly cycle: number;
  /** Counts the reviews of the run from 1. */
  readonly number: number;
  readonly outputName: string;
  /** Of what it is told; the text is kept. */
  readonly promptSha256: string;
  readonly checkpointSha256: string;
}

/** What a failed review counts against the act that it judged. */
export interface ReviewFailure {
  readonly id: string;
  readonly candidateKey: string;
  readonly failures: readonly Failure[];
  readonly sameFailureRetries: number;
  readonly goalFailures?: GoalFailures;
}

/** A reviewer came to its end. */
export interface ReviewedEvent {
  readonly kind: 'reviewed';
  readonly cycle: number;
  /** `none`: it gave no verdict. */
  readonly verdict: 'PASS' | 'FAIL' | 'NEEDS_HUMAN' | 'none';
  readonly why: string | null;
  /** What it cites, as it said it. */
  readonly evidenceRefs: readonly string[];
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Redacted, cut. */
  readonly output: string;
  /** Hash of the scope that it judged. */
  readonly tree: string;
  /** The record of the verdict. */
  readonly finding: Finding | null;
  readonly failed: FailedReview | null;
  /** The critique with the review that failed. */
  readonly critique: CritiqueRecord | null;
  readonly failure?: ReviewFailure;
  readonly question: HumanQuestion | null;
  /** Absent: what it used is not known. */
  readonly account?: ActAccount;
  readonly checkpointSha256: string;
}

export interface EndedEvent {
  readonly kind: 'ended';
  readonly status: Exclude<RunStatus, 'running'>;
  readonly exit: number;
  readonly reason: string;
  readonly checkpointStatus: CheckpointStatus;
  readonly isResumable: boolean;
  readonly question: HumanQuestion | null;
  readonly intents: readonly ControllerIntent[];
  readonly controller: ControllerState;
  readonly checkpointSha256: string;
}

/** What the journal of a run is made of. The state of a run is the fold of its events. */
export type RunEvent =
  | StartedEvent
  | EvaluatedEvent
  | AdvancedEvent
  | CompactedEvent
  | BaselinedEvent
  | GuidedEvent
  | PlannedEvent
  | ReviewingEvent
  | ReviewedEvent
  /** A review did not come to its end: it is made anew. */
  | { readonly kind: 'review-cut'; readonly cycle: number; readonly account?: ActAccount }
  | { readonly kind: 'exhausted'; readonly reason: string; readonly question: HumanQuestion | null }
  | IntendedEvent
  /** The reservation that the run lives on does not hold what its next act would spend. */
  | { readonly kind: 'overdrawn'; readonly asked: Amounts }
  | { readonly kind: 'spawned'; readonly cycle: number; readonly group: number; readonly startTime: string }
  | AttemptedEvent
  /** Which attempt of a group is brought into the work tree, and what of it; null: none can be, or it was not brought whole. */
  | {
      readonly kind: 'chosen';
      readonly cycle: number;
      readonly attempt: number | null;
      readonly paths?: readonly string[];
    }
  | ActedEvent
  | {
      readonly kind: 'reverting';
      readonly cycle: number;
      readonly violations: readonly Violation[];
      readonly changes: readonly TreeChange[];
      readonly patchRef: string;
    }
  | {
      readonly kind: 'inspected';
      readonly cycle: number;
      readonly violations: readonly Violation[];
      readonly filesChanged: number;
      readonly scopeHash: string;
    }
  | ObservedEvent
  /** Something that no act may do showed after the last act had been judged: it is that act's doing, and undone. */
  | {
      readonly kind: 'drifted';
      readonly violations: readonly Violation[];
      readonly changes: readonly TreeChange[];
      readonly patchRef: string;
      /** Absent: the last act. */
      readonly by?: 'reviewer';
    }
  | {
      readonly kind: 'resumed';
      readonly count: number;
      readonly previousPolicySha256: string;
      readonly policySha256: string;
      readonly policyId: string;
      readonly isAfterCheckpoint: boolean;
      readonly answer: 'approve' | 'decline' | null;
      readonly revision?: Revision;
      readonly intents: readonly ControllerIntent[];
      readonly controller: ControllerState;
      readonly checkpointSha256: string;
    }
  /** The checkpoint is gone, damaged or was written by somebody else. */
  | { readonly kind: 'disowned'; readonly reason: string }
  | { readonly kind: 'noted'; readonly text: string }
  /** A resume found the question that ended the run still unanswered. */
  | { readonly kind: 'waited' }
  | { readonly kind: 'replaced'; readonly reason: string }
  | EndedEvent;

/** An event with its place in time, as the journal holds it. */
export interface JournalledEvent {
  readonly at: string;
  readonly elapsedMs: number;
  readonly event: RunEvent;
}

/** The row of an event: `kind` stands in a column of its own, so that rows can be chosen by it. */
export function toRow(entry: JournalledEvent): { at: string; elapsedMs: number; kind: string; body: PlainJson } {
  const { kind, ...body } = entry.event;
  return { at: entry.at, elapsedMs: entry.elapsedMs, kind, body: body as unknown as PlainJson };
}

/** The event of a row that this program wrote. Rows are versioned by the store, which refuses newer ones by name. */
export function fromRow(row: { at: string; elapsedMs: number; kind: string; body: PlainJson }): JournalledEvent {
  return { at: row.at, elapsedMs: row.elapsedMs, event: { kind: row.kind, ...(row.body as object) } as RunEvent };
}
