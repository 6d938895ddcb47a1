import type { FailureHistory } from './failure-history.ts';
import { type RemedyEntry, type RemedyFacts, remediesOf } from './remedy.ts';

/** A failure in so many distinct sessions recurs. */
const RECURRENCE_SESSIONS = 3;

/** A failure that recurs, and what the library has against it. */
export type Recurrence =
  /** Nothing has to be built. */
  | { readonly kind: 'remedied'; readonly failure: FailureHistory; readonly entries: readonly number[] }
  /** `failing`: entries that were tried and did not help. */
  | { readonly kind: 'unremedied'; readonly failure: FailureHistory; readonly failing: readonly number[] };

/** The failures that recur, each with what the library has against it, in order of their signatures. */
export function recurrences(
  failures: readonly FailureHistory[],
  entries: readonly RemedyEntry[],
  facts: RemedyFacts,
): readonly Recurrence[] {
  return failures
    .filter((failure) => failure.sessions.length >= RECURRENCE_SESSIONS)
    .sort((a, b) => (a.signature < b.signature ? -1 : 1))
    .map((failure): Recurrence => {
      const { found, failing } = remediesOf(failure, entries, facts);
      if (found.length > 0) return { kind: 'remedied', failure, entries: found };
      return { kind: 'unremedied', failure, failing };
    });
}
