import { evaluateGoal } from './evaluate-goal.ts';
import { goalWarnings, policyWarnings, type RecordClock } from './find-warnings.ts';
import type { GoalDecision } from './goal-decision.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import { type HeldFile, heldGoal } from './held-file.ts';
import { spawnToken } from './spawn-token.ts';
import type { Warning } from './warning.ts';

/** An answer about the goal in a file, with what pins it: nothing may change between the answer and what is done on it. */
export interface EvaluatedGoal {
  readonly checkpoint: GoalCheckpoint;
  readonly decision: GoalDecision;
  /** Of the bytes that were read: what an observation or an advance may expect. */
  readonly sha256: string;
  readonly policyHash: string;
  /** For the start of one child; null where none may be started. */
  readonly spawnToken: string | null;
  readonly warnings: readonly Warning[];
}

/** Evaluates the goal in a file as it was read. */
export function evaluateHeld(
  found: HeldFile,
  policy: GoalPolicy,
  keys: ReadonlyMap<string, string>,
  clock: RecordClock,
): EvaluatedGoal {
  const checkpoint = heldGoal(found);
  const decision = evaluateGoal(checkpoint, policy, keys);
  return {
    checkpoint,
    decision,
    sha256: found.sha256,
    policyHash: policy.hash,
    spawnToken: spawnToken(decision, found.sha256),
    warnings: [...goalWarnings(checkpoint, clock), ...policyWarnings(policy)],
  };
}
