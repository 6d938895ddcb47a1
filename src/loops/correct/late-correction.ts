import { type RewardParts, reward } from '../../learning/reward.ts';

/** The reward of a task whose result the user turned down after its session was sealed. */
export interface LateReward {
  readonly parts: RewardParts;
  /** 0 to 1. */
  readonly reward: number;
  /** A verifier spoke on the task, so that acceptance is not used. */
  readonly isOutcomeKnown: boolean;
}

/** Sets acceptance to 0 and reckons again. Confidences that rest on the old reward stay as they are. */
export function lateReward(parts: RewardParts): LateReward {
  const corrected = { ...parts, rhoA: 0 };
  return { parts: corrected, reward: reward(corrected), isOutcomeKnown: parts.outcome !== null };
}
