import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { changedGoal, verified } from './changed-goal.ts';
import { type Checkpoint, checkpointFrom } from './checkpoint.ts';
import { withCheckpointFields } from './create-checkpoint.ts';
import { decide } from './evaluate.ts';
import { decideGoal } from './evaluate-goal.ts';
import type { GoalPolicy } from './goal-policy.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import type { Policy } from './policy.ts';
import { type Checked, checked } from './refusal.ts';

/** A signed record that is to stand in a checkpoint. */
export interface SignedRecord {
  readonly kind: 'decision' | 'override';
  readonly record: ExactObject;
}

/**
 * Adds a human's record to a task checkpoint, whose `updated_at` stays: that is the host's word. Refuses one that evaluation would refuse: not genuine, about another action,
 * an override of a limit that is reached, two decisions of one instant.
 */
export function addRecord(
  checkpoint: Checkpoint,
  added: SignedRecord,
  policy: Policy,
  keys: ReadonlyMap<string, string>,
): Checked<Checkpoint> {
  return checked(() => {
    const changed = checkpointFrom(withRecord(checkpoint.document, added));
    decide(changed, policy, keys);
    return changed;
  });
}

/** As `addRecord`, for a goal. */
export function addGoalRecord(
  checkpoint: GoalCheckpoint,
  added: SignedRecord,
  policy: GoalPolicy,
  keys: ReadonlyMap<string, string>,
): Checked<GoalCheckpoint> {
  return checked(() => {
    const goal = verified(checkpoint);
    const changed = changedGoal(goal, { task: withRecord(goal.task.document, added) });
    decideGoal(changed, policy, keys);
    return changed;
  });
}

function withRecord(document: ExactObject, { kind, record }: SignedRecord): ExactObject {
  const member = kind === 'decision' ? 'decisions' : 'overrides';
  const records = document.get(member);
  const before: readonly ExactJson[] = Array.isArray(records) ? records : [];
  return withCheckpointFields(document, { [member]: [...before, record] });
}
