import type { Rule } from '../experience/rule.ts';

/** A guideline that was found for a run, as it stood then. */
export interface Lesson {
  /** `r12` in the repository's library, `u12` in the user's. */
  readonly id: string;
  readonly text: string;
  /** Confidence in [0.05, 0.95]. */
  readonly c: number;
  readonly rule: Rule | null;
  /** Sessions whose outcomes it rests on. */
  readonly sessions: readonly string[];
}

/** The failure at hand: its chosen line, and the signature of the call that failed last; null where none did. */
export interface FailureAtHand {
  readonly message: string;
  readonly signature: string | null;
}

export interface GuidanceRequest {
  readonly sessionId: string;
  readonly taskId: string;
  readonly taskText: string;
  readonly failure: FailureAtHand | null;
  /** Normalised names of the tools that the actor has, as far as they are known. */
  readonly tools: readonly string[];
}

/** What was found, the best first. */
export interface Found {
  readonly lessons: readonly Lesson[];
  /** Ids of those that were chosen and held back, so that their worth can be measured. */
  readonly withheld: readonly string[];
  readonly candidates: number;
  /** How many were too far from the task. */
  readonly belowFloor: number;
  /** Whose vectors were compared; null: there was nothing to compare. */
  readonly encoderId: string | null;
}

/** Where lessons come from. */
export interface Guidance {
  find(request: GuidanceRequest): Promise<Found>;
}

/** A run that is told nothing. */
export const NO_GUIDANCE: Guidance = {
  find: async () => ({ lessons: [], withheld: [], candidates: 0, belowFloor: 0, encoderId: null }),
};
