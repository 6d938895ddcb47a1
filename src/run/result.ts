import type { PlainJson } from '../base/exact-json.ts';
import type { CandidateValues, Prediction } from './progress.ts';
import type { RunStatus } from './store.ts';
import type { CandidateKind } from './task.ts';

/** One acceptance criterion as the run last saw it. */
export interface AcceptanceResult {
  readonly id: string;
  readonly passed: boolean;
  readonly fraction: number;
  /** Reference of the `test` record that showed it; null where it never ran. */
  readonly evidence: string | null;
}

/** One attempt of a group. */
export interface AttemptStep {
  readonly attempt: number;
  readonly candidate: string;
  /** How its act ended. */
  readonly cause: string;
  readonly killed: boolean;
  /** By the criteria, in its own tree; null where it was not judged. */
  readonly observed: Prediction | null;
  readonly violation: PlainJson;
  /** Both in [0,1]. */
  readonly outcome: number;
  readonly reward: number;
  /** Whether it was brought into the work tree. */
  readonly applied: boolean;
  readonly duration_ms: number;
}

/** One cycle of the trail. */
export interface TrailStep {
  readonly cycle: number;
  readonly kind: CandidateKind;
  readonly candidate: string;
  readonly values: CandidateValues;
  readonly predicted: Prediction;
  readonly observed: Prediction | null;
  readonly confidence: number | null;
  readonly verdict: 'pass' | 'fail' | 'error' | 'needs-human';
  /** Fingerprint of the failure; null where nothing failed. */
  readonly failure: string | null;
  readonly violation: PlainJson;
  readonly in_doubt: boolean;
  readonly evidence: readonly string[];
  /** Those of them that are a new state of the files in scope; absent where none is. */
  readonly artifacts?: readonly string[];
  readonly guidelines: readonly string[];
  readonly tool_calls: number;
  readonly duration_ms: number;
  /** Of a cycle that made several attempts, in the order in which they ended. */
  readonly attempts?: readonly AttemptStep[];
}

/** What a run used; null: unknown, which is not zero. */
export interface RunUsage {
  readonly tool_calls: number;
  readonly elapsed_seconds: number;
  readonly input_tokens: number | null;
  readonly cached_input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly cost_microusd: number | null;
}

/** The document that `praxis run --json` prints. Its names are stable and those of the document. */
export interface RunResult {
  readonly status: Exclude<RunStatus, 'running'>;
  readonly exit: number;
  /** Why it ended, in one line: the first reason of the policy, or the cause. */
  readonly reason: string;
  /** null where nothing was begun. */
  readonly session: string | null;
  readonly topic: string;
  readonly cycles: number;
  readonly resumable: boolean;
  readonly acceptance: readonly AcceptanceResult[];
  /** The last PolicyDecision document, unchanged; null where none was made. */
  readonly decision: PlainJson;
  readonly trail: readonly TrailStep[];
  readonly usage: RunUsage;
  /** Path of the report relative to the work tree; null where none was written. */
  readonly report: string | null;
}
