import type { Belief } from './beliefs.ts';
import type { Violation } from './journal.ts';
import type { ProcessEnd } from './processes.ts';
import type { RunResult } from './result.ts';
import type { CandidateKind } from './task.ts';

/** What a plan expects of its act: the signal in [0,1] after it, and the gain in [-1,1] over the signal before it. */
export interface Prediction {
  readonly signal: number;
  readonly gain: number;
}

/** The values that were compared; `explore` null: nothing to look at. */
export interface CandidateValues {
  readonly exploit: number;
  readonly explore: number | null;
}

/**
 * What a run tells whoever watches it, in the order it happens. A view of the journal: nothing may depend on it,
 * and a watcher that throws or is slow must not change the run.
 */
export type RunProgress =
  | {
      readonly kind: 'started';
      readonly session: string;
      readonly goal: string;
      readonly policyId: string;
      readonly isResumed: boolean;
    }
  /** `failing`: ids of the criteria that do not hold. */
  | { readonly kind: 'baseline'; readonly signal: number; readonly failing: readonly string[]; readonly line: string }
  /** Lessons were looked for: those that are new. `withheld`: ids of those held back, so that their worth can be measured. */
  | {
      readonly kind: 'guided';
      readonly cycle: number;
      readonly isAtFailure: boolean;
      readonly lessons: readonly { readonly id: string; readonly text: string; readonly c: number }[];
      readonly withheld: readonly string[];
    }
  | {
      readonly kind: 'planned';
      readonly cycle: number;
      readonly act: CandidateKind;
      readonly candidate: string;
      readonly belief: Belief;
      readonly values: CandidateValues;
      /** The exploit threshold at the time of the choice. */
      readonly threshold: number;
      /** The comparison that decided, with its numbers: `explore 0.79 > exploit 0.50 < threshold 0.55`. */
      readonly inequality: string;
      readonly predicted: Prediction;
      /** In [0,1]; null while fewer than three observations are in. */
      readonly confidence: number | null;
    }
  | {
      readonly kind: 'acted';
      readonly cycle: number;
      readonly candidate: string;
      readonly durationMs: number;
      readonly exitCode: number | null;
      /** What ended the process of the act. */
      readonly cause: ProcessEnd['cause'];
    }
  /** What was undone, each path with the rule that it broke. */
  | { readonly kind: 'violation'; readonly cycle: number; readonly violations: readonly Violation[] }
  | {
      readonly kind: 'observed';
      readonly cycle: number;
      readonly signal: number;
      readonly gain: number;
      readonly verdict: 'pass' | 'fail' | 'error' | 'needs-human';
      /** The line of the failure that was chosen; empty where all criteria hold. */
      readonly line: string;
      /** The belief about the candidate after this observation; null for an act that none is kept of. */
      readonly posterior: Belief | null;
    }
  /** The policy's answer; cycle 0 is the one before anything acted. */
  | {
      readonly kind: 'decision';
      readonly cycle: number;
      readonly decision: 'continue' | 'checkpoint' | 'stop';
      readonly reasons: readonly string[];
    }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'ended'; readonly result: RunResult };
