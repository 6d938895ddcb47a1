import { type ExactJson, isExactObject } from '../base/exact-json.ts';
import { type Checkpoint, checkpointFrom } from './checkpoint.ts';
import { failuresFrom, requireActiveKnown, requireRetries } from './failure-record.ts';
import { isVersion } from './field-checks.ts';
import {
  fixedMembers,
  goalActionKind,
  goalCount,
  goalHash,
  goalList,
  goalStep,
  goalText,
  goalTexts,
  isHash,
  totalsFrom,
  usageFrom,
} from './goal-checks.ts';
import { type HistoryEvent, historyFrom } from './goal-history.ts';
import { type GoalCheckpoint, VerifiedGoal } from './goal-state.ts';
import { ownCopy } from './own-copy.ts';
import { refuse } from './refusal.ts';
import { isSameTotals, totalsOf, ZERO_TOTALS } from './totals.ts';

const FIELDS = [
  'schema_version',
  'task_id',
  'goal_id',
  'slice_id',
  'task',
  'totals',
  'baseline',
  'usage',
  'accepted_evidence',
  'history',
  'next_step',
  'action_kind',
  'review_required',
  'requires_human',
  'source_sha256',
  'failure_history',
  'active_failure',
];

/** The checks of a goal checkpoint v2, for use among the checks of this room. */
export function goalCheckpointFrom(source: ExactJson): GoalCheckpoint {
  const { members, findings } = fixedMembers(source, 'goal checkpoint', FIELDS);
  const member = <T>(name: string, check: (value: ExactJson, name: string) => T) =>
    findings.member(members, name, (value) => check(value, name));
  member('schema_version', (value) => {
    if (value !== 2n) refuse('expected checkpoint v2');
  });
  const taskId = member('task_id', goalText);
  const goalId = member('goal_id', goalText);
  const sourceText = member('source_sha256', goalText);
  const nextStep = member('next_step', goalStep);
  const sourceSha256 = findings.read(() => goalHash(sourceText.value, 'invalid source hash'), 'source_sha256');
  const task = member('task', goalTask);
  findings.read(() => {
    if (taskId.value !== task.value.taskId) refuse('task_id mismatch');
  }, 'task_id');
  const reviewRequired = member('review_required', flag);
  const requiresHuman = member('requires_human', flag);
  const actionKind = member('action_kind', goalActionKind);
  const sliceId = member('slice_id', goalCount);
  const totals = member('totals', totalsFrom);
  const baseline = member('baseline', totalsFrom);
  const usage = member('usage', usageFrom);
  findings.read(() => {
    if (!isSameTotals(totals.value, totalsOf(baseline.value, task.value.metrics, usage.value)))
      refuse('totals must equal baseline plus slice');
  }, 'totals');
  const accepted = member('accepted_evidence', goalList);
  const events = member('history', goalList);
  const records = member('failure_history', goalList);
  const acceptedEvidence = findings.read(() => acceptedFrom(accepted.value), 'accepted_evidence');
  const history = findings.read(() => historyFrom(events.value), 'history');
  findings.read(() => {
    if (BigInt(events.value.length) !== sliceId.value) refuse('slice id does not match history');
  }, 'slice_id');
  findings.read(() => {
    if (!isSameTotals(baseline.value, history.value.at(-1)?.totals ?? ZERO_TOTALS))
      refuse('baseline differs from history');
  }, 'baseline');
  findings.read(() => requireReceipts(acceptedEvidence.value, history.value), 'accepted_evidence');
  const activeFailure = member('active_failure', activeFailureFrom);
  const failureHistory = findings.read(
    () =>
      failuresFrom(records.value, (failure) =>
        requireRetries(failure, activeFailure.value, task.value.metrics.same_failure_retries),
      ),
    'failure_history',
  );
  findings.read(() => requireActiveKnown(activeFailure.value, failureHistory.value), 'active_failure');
  findings.settle();
  return new VerifiedGoal({
    taskId: taskId.value,
    goalId: goalId.value,
    sliceId: sliceId.value,
    task: task.value,
    totals: totals.value,
    baseline: baseline.value,
    usage: usage.value,
    acceptedEvidence: acceptedEvidence.value,
    history: history.value,
    nextStep: nextStep.value,
    actionKind: actionKind.value,
    reviewRequired: reviewRequired.value,
    requiresHuman: requiresHuman.value,
    sourceSha256: sourceSha256.value,
    failureHistory: failureHistory.value,
    activeFailure: activeFailure.value,
  });
}

function goalTask(value: ExactJson): Checkpoint {
  if (!isExactObject(value) || !isVersion(value.get('schema_version'), 1)) return refuse('task must be public v1');
  return checkpointFrom(ownCopy(value));
}

function flag(value: ExactJson, name: string): boolean {
  return typeof value === 'boolean' ? value : refuse(`${name}: expected boolean`);
}

function activeFailureFrom(value: ExactJson): string | null {
  return value === null || isHash(value) ? value : refuse('active_failure: expected SHA-256');
}

function acceptedFrom(items: readonly ExactJson[]): readonly string[] {
  const texts = goalTexts(items, 'invalid accepted evidence');
  if (new Set(texts).size < texts.length) refuse('duplicate accepted evidence');
  return texts;
}

/** Refuses evidence that no advance accepted, and receipts whose evidence is missing. */
function requireReceipts(accepted: readonly string[], history: readonly HistoryEvent[]): void {
  const receipts = new Set(history.flatMap((event) => event.evidenceRefs));
  if (receipts.size !== accepted.length || !accepted.every((reference) => receipts.has(reference)))
    refuse('accepted evidence differs from transition receipts');
}
