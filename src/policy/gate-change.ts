import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { unreachable } from '../base/unreachable.ts';
import type { Checkpoint } from './checkpoint.ts';
import { hasExpired } from './find-warnings.ts';
import { goalHash } from './goal-checks.ts';
import type { GoalCheckpoint } from './goal-state.ts';
import type { HostRules } from './host-rules.ts';
import { latestByGate } from './human-gates.ts';
import type { DecisionRecord } from './human-record.ts';
import { refuse } from './refusal.ts';
import { parseTimestamp } from './timestamp.ts';

/** What happens at the gates of people. Records that no longer apply leave the checkpoint for its archive. */
export type GateChange =
  /** Another action waits or none does; a question that was open stays open. */
  | { readonly kind: 'action'; readonly actionHash: string | null }
  /** A person must allow the action; asked again about the same one, anew: an approval is for once. */
  | { readonly kind: 'ask'; readonly actionHash: string }
  /** A person allowed it: the gate's governing decision is a genuine approve. */
  | { readonly kind: 'approved'; readonly gate: string }
  /** The slice is about to end, which no override outlives. Only approvals may leave with it. */
  | { readonly kind: 'end-slice' };

interface ChangedGate {
  readonly fields: { readonly [member: string]: ExactJson };
  readonly requiresHuman: boolean;
  readonly archived: readonly ExactObject[];
}

/**
 * What an observation does at the gates. The records of the task must have been verified, so that a decline cannot be
 * hidden behind an answer that nobody gave.
 */
export function changedGate(
  { task, requiresHuman }: GoalCheckpoint,
  { gate: change, updatedAt }: { readonly gate?: GateChange; readonly updatedAt: string },
  rules: HostRules,
): ChangedGate {
  if (change === undefined) return { fields: {}, requiresHuman, archived: [] };
  switch (change.kind) {
    case 'action':
      return withAction(task, change.actionHash, requiresHuman);
    case 'ask':
      return change.actionHash === task.pendingActionHash
        ? askedAgain(task, requiresHuman)
        : withAction(task, change.actionHash, true);
    case 'approved':
      requireApproval(task, change.gate, usableAt(updatedAt, rules));
      return { fields: {}, requiresHuman: false, archived: [] };
    case 'end-slice':
      if (task.overrides.length === 0) return { fields: {}, requiresHuman, archived: [] };
      if (requiresHuman) refuse('a slice does not end while a human is required');
      return endedSlice(task);
    default:
      return unreachable(change);
  }
}

function withAction(task: Checkpoint, actionHash: string | null, requiresHuman: boolean): ChangedGate {
  if (actionHash === task.pendingActionHash) return { fields: {}, requiresHuman, archived: [] };
  const hash = actionHash === null ? null : goalHash(actionHash, 'pending_action_hash: expected SHA-256');
  const answers = Array.from(latestByGate(task.decisions).values());
  // A decline stays in its place until a person gives a later answer for the same action.
  const declined = answers.find(({ decision }) => decision === 'decline');
  if (declined !== undefined) refuse(`a decline stands at the gate ${declined.gate}`);
  const wasRevised = answers.some(({ decision }) => decision === 'revise');
  // Whoever asked for a revision is asked again about what came of it.
  return { ...withoutRecords(task, hash), requiresHuman: requiresHuman || wasRevised };
}

/**
 * The same action asked about once more. While the first question is open nothing changes; once an approval answered it, that
 * one was for once, and leaves with the earlier answers of its gate.
 */
function askedAgain({ decisions }: Checkpoint, requiresHuman: boolean): ChangedGate {
  if (requiresHuman) return { fields: {}, requiresHuman, archived: [] };
  const governing = latestByGate(decisions);
  const isUsed = ({ gate }: DecisionRecord) => governing.get(gate)?.decision === 'approve';
  const kept = decisions.filter((record) => !isUsed(record));
  if (kept.length === decisions.length) return { fields: {}, requiresHuman: true, archived: [] };
  return {
    fields: { decisions: kept.map(({ document }) => document) },
    requiresHuman: true,
    archived: decisions.filter(isUsed).map(({ document }) => document),
  };
}

function endedSlice(task: Checkpoint): ChangedGate {
  for (const { gate, decision } of latestByGate(task.decisions).values()) {
    if (decision !== 'approve') refuse(`a ${decision} stands at the gate ${gate}`);
  }
  return { ...withoutRecords(task, task.pendingActionHash), requiresHuman: false };
}

function withoutRecords({ decisions, overrides }: Checkpoint, actionHash: string | null) {
  return {
    fields: { decisions: [], overrides: [], pending_action_hash: actionHash },
    archived: [...decisions, ...overrides].map((record) => record.document),
  };
}

function requireApproval(
  { decisions }: Checkpoint,
  gate: string,
  isUsable: (approval: DecisionRecord) => boolean,
): void {
  const governing = latestByGate(decisions).get(gate);
  if (governing?.decision !== 'approve') refuse(`no approve governs the gate ${gate} for the pending action`);
  else if (!isUsable(governing)) refuse(`${governing.label} has expired: it is dated ${governing.timestamp}`);
}

/** Whether an approval may still be used when something is observed. */
function usableAt(updatedAt: string, { expireAfterMs }: HostRules): (approval: DecisionRecord) => boolean {
  const seen = parseTimestamp(updatedAt);
  if (seen.kind !== 'instant') return () => true;
  const clock = { nowMs: Number(seen.micros / 1000n), expireAfterMs };
  return (approval) => !hasExpired(approval, clock);
}
