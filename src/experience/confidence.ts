/** What a use said about an entry; null: nothing. */
export type UseVerdict = 'improved' | 'notImproved' | null;

const C_LOW = 0.05;
const C_HIGH = 0.95;
const GAIN = 0.1;

/** The confidence after a use, in [0.05, 0.95]. `gain` is the learning rate, in (0, 1). */
export function updateConfidence(c: number, verdict: UseVerdict, gain: number = GAIN): number {
  switch (verdict) {
    case 'improved':
      return Math.min(c + gain * (1 - c), C_HIGH);
    case 'notImproved':
      return Math.max(c - gain * c, C_LOW);
    case null:
      return c;
  }
}
