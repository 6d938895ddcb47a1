/** Belief about a candidate under a fingerprint: Beta posterior after back-off. */
export interface Belief {
  readonly mean: number;
  readonly sd: number;
  /** Where the first observations were found. */
  readonly level: 'fingerprint' | 'class' | 'candidate' | 'prior';
  readonly observations: number;
}
