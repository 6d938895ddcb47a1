/** What is known of two entries, each as it is named outside. `a` sorts before `b`: repository before user, smaller id first. */
export interface Relation {
  readonly v: 1;
  /** `keep-both`: a person said so; the others: the user entry `b` says the same as `a`, or the contrary. */
  readonly kind: 'keep-both' | 'duplicates' | 'contradicts';
  readonly a: string;
  readonly b: string;
}
