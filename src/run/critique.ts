/** What one criterion showed in one run of it. */
export interface CriterionResult {
  readonly id: string;
  readonly passed: boolean;
  /** In [0,1]: passing fraction of its report, else 0 or 1. */
  readonly fraction: number;
  /**
   * Tests counted in the report; null without one. `ran`: neither skipped nor missing. `total` never falls below the
   * largest number seen.
   */
  readonly tests: { readonly passed: number; readonly ran: number; readonly total: number } | null;
  readonly failingTests: readonly string[];
  /** `exit`, `timeout`, `not_found`, `invalid_argument`, `missing`, …; null where it passed. */
  readonly errorClass: string | null;
  /** Stable across time stamps, temporary folders, durations, hex and numbers; null where it passed. */
  readonly fingerprint: string | null;
  /** Signature of `learning.md` 14.2 over the same line; null where it passed. */
  readonly fingerprintClass: string | null;
  /** The line that was chosen, for people. */
  readonly line: string;
  /** Standard output then standard error as kept, or `<id>: <path> not found`; already redacted. */
  readonly text: string;
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The command passed although tests of an earlier run are missing. */
  readonly hasLostTests: boolean;
}

/** One run of all criteria, and of the critique command where the task has its own. */
export interface Critique {
  readonly results: readonly CriterionResult[];
  /** Mean of the fractions, in [0,1]. */
  readonly signal: number;
  readonly isSatisfied: boolean;
  /** Of the whole run: failing ids, failing tests and the chosen line of the first failing criterion; null where all hold. */
  readonly fingerprint: string | null;
  readonly fingerprintClass: string | null;
  readonly line: string;
  /** What `when` of a candidate is matched against. */
  readonly text: string;
  readonly durationMs: number;
}
