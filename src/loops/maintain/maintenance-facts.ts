import type { Entry } from '../../experience/entry.ts';

/** What came of trajectories with an entry against those without it, in the same strata. */
export interface Lift {
  /** Difference of the mean results, in [-1, 1]. */
  readonly effect: number;
  /** Exact two-sided p-value. */
  readonly p: number;
}

/** What audits ask beside the library itself. */
export interface MaintenanceFacts {
  readonly epoch: number;
  /** Null: too few strata tell. */
  lift(entry: Entry): Lift | null;
  /** Live sessions after an epoch that had work in the domain of an entry. */
  domainSessions(entry: Entry, afterEpoch: number): number;
  /** Unit vector of the text of an entry; null for a text that holds nothing to go by. */
  vector(entry: Pick<Entry, 'id'>): ArrayLike<number> | null;
  /** Cosine at or above which two guidelines are duplicates. */
  readonly dupAt: number;
  /** Two entries name other things, by their texts: to merge them would lose one, however near their vectors are. */
  nameOtherThings(a: Entry, b: Entry): boolean;
  /** A person said that both of two entries shall stay. */
  isKeptApart(a: Entry, b: Entry): boolean;
}
