import { type JudgedStep, REWARD_WEIGHTS, reward, successShare } from '../../learning/reward.ts';

/** What is known of an attempt once it was judged in its own tree. */
export interface AttemptEnd {
  /** Of the criteria, in [0,1]. */
  readonly signal: number;
  readonly isViolation: boolean;
  /** Ended by a signal, a limit, or with the run: it did not come to its end. */
  readonly isKilled: boolean;
  readonly steps: readonly JudgedStep[];
}

/** Outcome and reward of an attempt, both in [0,1]; what was forbidden or killed is worth nothing as a result. */
export function worthOf(end: AttemptEnd): { readonly outcome: number; readonly reward: number } {
  const outcome = end.isViolation || end.isKilled ? 0 : end.signal;
  return { outcome, reward: reward({ rhoS: successShare(end.steps), rhoA: null, outcome, weights: REWARD_WEIGHTS }) };
}

interface Contender {
  readonly reward: number;
  readonly outcome: number;
  readonly filesChanged: number;
  readonly violations: readonly unknown[];
  readonly isKilled: boolean;
}

/** The best by reward of those that may be applied; among equals the one with more passed, then with fewer files changed, then the first. */
export function bestAttempt<Each extends Contender>(attempts: readonly Each[]): Each | null {
  const open = attempts.filter((attempt) => attempt.violations.length === 0 && !attempt.isKilled);
  const better = (a: Each, b: Each): number =>
    b.reward - a.reward || b.outcome - a.outcome || a.filesChanged - b.filesChanged;
  return [...open].sort(better)[0] ?? null;
}
