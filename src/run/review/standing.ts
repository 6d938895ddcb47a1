import { runFingerprint } from '../../telemetry/fingerprint.ts';
import type { CriterionResult, Critique } from '../critique.ts';
import type { CritiqueRecord } from '../journal.ts';

/** The id under which a review stands beside the criteria. */
export const REVIEWER = 'reviewer';

/** A review that failed, and the state of the scope that it judged: it stands as long as that does. */
export interface FailedReview {
  readonly tree: string;
  readonly result: CritiqueRecord['results'][number];
  /** Redacted, cut. */
  readonly text: string;
}

/** A failed review as one more criterion that does not hold. */
export function failedReview(tree: string, text: string, durationMs: number): FailedReview {
  const result: Omit<CriterionResult, 'text'> = {
    id: REVIEWER,
    passed: false,
    fraction: 0,
    tests: null,
    failingTests: [],
    errorClass: 'review',
    ...runFingerprint({ criteria: [REVIEWER], tests: [], output: text }),
    exitCode: null,
    durationMs,
    hasLostTests: false,
  };
  return { tree, result, text };
}

/** A critique whose criteria hold, with the review that they did not satisfy. */
export function withFailedReview<Seen extends CritiqueRecord>(critique: Seen, failed: FailedReview): Seen {
  const results = [...critique.results, failed.result];
  const signal = results.reduce((sum, { fraction }) => sum + fraction, 0) / results.length;
  const { fingerprint, fingerprintClass, line } = failed.result;
  return { ...critique, results, signal, isSatisfied: false, fingerprint, fingerprintClass, line };
}

/** The same with its texts. */
export function critiqueWithReview(critique: Critique, failed: FailedReview): Critique {
  const told = withFailedReview<Critique>(critique, failed);
  return { ...told, results: [...critique.results, { ...failed.result, text: failed.text }], text: failed.text };
}
