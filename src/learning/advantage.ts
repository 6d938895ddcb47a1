/** Why a group teaches nothing: fewer than two attempts, equal rewards, or rewards too near to each other. */
type GroupSkip = 'size' | 'identical' | 'range';

/** How the attempts of a group stand to each other. Lists are indices of attempts. */
export type GroupAdvantage =
  | { readonly skip: GroupSkip }
  | {
      readonly skip: null;
      readonly mu: number;
      /** Sample standard deviation, divisor G − 1. */
      readonly sigma: number;
      readonly range: number;
      readonly advantages: readonly number[];
      readonly positive: readonly number[];
      readonly negative: readonly number[];
      readonly strong: readonly number[];
      /** Bad enough to look for what failed. */
      readonly failureMining: readonly number[];
      /** Mean of the absolute advantages. */
      readonly meanAbs: number;
      /** Weight of the group in a conflict with another. */
      readonly strength: number;
    };

const EPS = 1e-8;
const SAME = 1e-6;
const MIN_RANGE = 0.05;
const STRONG_SHARE = 0.9;
const STRONG_RANGE = 0.3;
const STRONG_SIZE = 3;
const FAILURE_GAP = 0.1;
/** Rewards such as 0.85 and 0.80 differ by a hair less than 0.05. */
const ROUNDING = 1e-9;

/** Advantage of each attempt over the mean of its group. Pure. */
export function groupAdvantage(rewards: readonly number[]): GroupAdvantage {
  const size = rewards.length;
  if (size < 2) return { skip: 'size' };
  const range = Math.max(...rewards) - Math.min(...rewards);
  if (range < SAME) return { skip: 'identical' };
  if (range < MIN_RANGE - ROUNDING) return { skip: 'range' };
  const mu = rewards.reduce((sum, one) => sum + one, 0) / size;
  const sigma = Math.sqrt(rewards.reduce((sum, one) => sum + (one - mu) ** 2, 0) / (size - 1));
  const advantages = rewards.map((one) => (one - mu) / (sigma + EPS));
  const meanAbs = advantages.reduce((sum, one) => sum + Math.abs(one), 0) / size;
  const chosen = (is: (advantage: number, index: number) => boolean): readonly number[] =>
    advantages.flatMap((advantage, index) => (is(advantage, index) ? [index] : []));
  const strongAt = (STRONG_SHARE * (size - 1)) / Math.sqrt(size);
  const mayBeStrong = size >= STRONG_SIZE && range >= STRONG_RANGE - ROUNDING;
  return {
    skip: null,
    mu,
    sigma,
    range,
    advantages,
    positive: chosen((advantage) => advantage > SAME),
    negative: chosen((advantage) => advantage < -SAME),
    strong: mayBeStrong ? chosen((advantage) => Math.abs(advantage) >= strongAt) : [],
    failureMining: chosen((advantage, i) => advantage < -SAME && mu - (rewards[i] ?? mu) >= FAILURE_GAP - ROUNDING),
    meanAbs,
    strength: range * meanAbs * Math.sqrt(size),
  };
}
