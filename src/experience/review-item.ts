import type { Operation } from './operation.ts';
import type { Relation } from './relation.ts';

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
  /** `withdrawn`: the batch that asked was undone. */
  readonly state: 'open' | 'accepted' | 'rejected' | 'withdrawn';
  /** The batch that asked; null where none did. */
  readonly askedBy: string | null;
  /** The batch that answered it last, or opened it again; null where none had to. */
  readonly answeredBy: string | null;
}

/** An item that has no number yet. */
export type NewReviewItem = Omit<ReviewItem, 'n' | 'state' | 'askedBy' | 'answeredBy'>;

/** What is remembered when a person wants to keep two that are alike. */
export function keptBoth({ reason, about }: Pick<ReviewItem, 'reason' | 'about'>): Relation | undefined {
  const [a, b] = about;
  if (reason !== 'keep-both' || a === undefined || b === undefined) return undefined;
  return { v: 1, kind: 'keep-both', a, b };
}
