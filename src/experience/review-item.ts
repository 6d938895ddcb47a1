import type { Operation } from './operation.ts';

/** Why something waits for a person. */
type ReviewReason =
  /** The screen held a text back. */
  | 'screened'
  /** More user entries in one session than may become active. */
  | 'capped'
  /** A delete without the support of two groups. */
  | 'delete-request'
  /** Two entries that look alike: shall both stay? */
  | 'keep-both';

/** What waits for a person, outside the entries, retrieval and the export. Ids are shown as `q1`. */
export interface ReviewItem {
  readonly v: 1;
  readonly n: number;
  readonly reason: ReviewReason;
  /** For people: what the screen found, which groups asked. */
  readonly detail: string;
  readonly at: string;
  /** What accepting it does; null for a question that accepting answers. */
  readonly operation: Operation | null;
  /** The entries it is about, as they are named outside: `r12`, `u3`. */
  readonly about: readonly string[];
  readonly sessionId: string | null;
  /** Keys of the groups that asked for a delete. */
  readonly groups: readonly string[];
  readonly state: 'open' | 'accepted' | 'rejected';
  /** The batch that accepting or rejecting made; null where it needed none. */
  readonly closedBy: string | null;
}

/** An item that has no number yet. */
export type NewReviewItem = Omit<ReviewItem, 'n' | 'state' | 'closedBy'>;
