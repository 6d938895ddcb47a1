/** What a reward needs to know of a step. `ok` null: cannot be judged. */
export interface JudgedStep {
  readonly ok: boolean | null;
  readonly error?: { readonly class: string } | null;
}

/** Weights of tool success and of acceptance; only their proportion counts. */
export interface RewardWeights {
  readonly w1: number;
  readonly w2: number;
}

/** What a reward was made of, so that it can be made again with other weights. Null: unknown. */
export interface RewardParts {
  /** Share of successful steps among the judged ones. */
  readonly rhoS: number;
  /** 1: the user accepted the result; 0: corrected or rejected it. */
  readonly rhoA: number | null;
  /** What a verifier said of the result, 0 to 1. */
  readonly outcome: number | null;
  readonly weights: RewardWeights;
}

export const REWARD_WEIGHTS: RewardWeights = { w1: 0.4, w2: 0.6 };

/** Share of successful steps among those that were judged and not cancelled; 1 where there is none. */
export function successShare(steps: readonly JudgedStep[]): number {
  const judged = steps.filter((step) => step.ok !== null && step.error?.class !== 'cancelled');
  if (judged.length === 0) return 1;
  return judged.filter((step) => step.ok === true).length / judged.length;
}

/** The reward in [0, 1]. A verifier's outcome stands in for acceptance; where neither is known the share of success is all. */
export function reward({ rhoS, rhoA, outcome, weights }: RewardParts): number {
  const result = outcome ?? rhoA;
  if (result === null) return rhoS;
  return (weights.w1 * rhoS + weights.w2 * result) / (weights.w1 + weights.w2);
}
