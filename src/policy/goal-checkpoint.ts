import { type ExactJson, type ExactObject, isExactObject } from '../base/exact-json.ts';
import { type Checkpoint, checkpointFrom } from './checkpoint.ts';
import { type FailureRecord, failureDocument, failuresFrom, requireRetries } from './failure-record.ts';
import { isVersion } from './field-checks.ts';
import {
  fixedMembers,
  goalCount,
  goalHash,
  goalList,
  goalSeconds,
  goalText,
  goalTexts,
  isHash,
  totalsFrom,
  usageFrom,
} from './goal-checks.ts';
import { eventDocument, type HistoryEvent, historyFrom } from './goal-history.ts';
import { refuse } from './refusal.ts';
import {
  isSameTotals,
  type Totals,
  totalsDocument,
  totalsOf,
  UNKNOWN_USAGE,
  type Usage,
  usageDocument,
  ZERO_TOTALS,
} from './totals.ts';

/** What the next action is. `diagnose` only reads; `wait` waits for an outside service or a child. */
export const ACTION_KINDS = ['execute', 'diagnose', 'review', 'wait'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** The members of a goal checkpoint, read. */
export interface GoalState {
  readonly taskId: string;
  readonly goalId: string;
  /** The running slice: one run of the task between two advances. Counts from 0. */
  readonly sliceId: bigint;
  /** The slice's task checkpoint v1. */
  readonly task: Checkpoint;
  /** What the goal has spent: baseline and slice together. */
  readonly totals: Totals;
  /** What the goal had spent when the slice began. */
  readonly baseline: Totals;
  /** What the slice has used. */
  readonly usage: Usage;
  /** The evidence of all earlier slices. */
  readonly acceptedEvidence: readonly string[];
  readonly history: readonly HistoryEvent[];
  readonly nextStep: string;
  readonly actionKind: ActionKind;
  readonly reviewRequired: boolean;
  readonly requiresHuman: boolean;
  /** SHA-256 of the checkpoint v1 that the goal came from. */
  readonly sourceSha256: string;
  readonly failureHistory: readonly FailureRecord[];
  /** The id of the failure that the retry counter counts, or null. */
  readonly activeFailure: string | null;
}

/**
 * A validated goal checkpoint v2. It is frozen and its history was verified once, so functions of this room that take one
 * verify only what they add to it.
 */
export interface GoalCheckpoint extends GoalState {
  /** The document, made when first read. */
  readonly document: ExactObject;
}

class VerifiedGoal implements GoalCheckpoint {
  readonly taskId: string;
  readonly goalId: string;
  readonly sliceId: bigint;
  readonly task: Checkpoint;
  readonly totals: Totals;
  readonly baseline: Totals;
  readonly usage: Usage;
  readonly acceptedEvidence: readonly string[];
  readonly history: readonly HistoryEvent[];
  readonly nextStep: string;
  readonly actionKind: ActionKind;
  readonly reviewRequired: boolean;
  readonly requiresHuman: boolean;
  readonly sourceSha256: string;
  readonly failureHistory: readonly FailureRecord[];
  readonly activeFailure: string | null;
  #document: ExactObject | undefined;

  constructor(state: GoalState) {
    this.taskId = state.taskId;
    this.goalId = state.goalId;
    this.sliceId = state.sliceId;
    this.task = state.task;
    this.totals = state.totals;
    this.baseline = state.baseline;
    this.usage = state.usage;
    this.acceptedEvidence = state.acceptedEvidence;
    this.history = state.history;
    this.nextStep = state.nextStep;
    this.actionKind = state.actionKind;
    this.reviewRequired = state.reviewRequired;
    this.requiresHuman = state.requiresHuman;
    this.sourceSha256 = state.sourceSha256;
    this.failureHistory = state.failureHistory;
    this.activeFailure = state.activeFailure;
    Object.freeze(this);
  }

  get document(): ExactObject {
    this.#document ??= goalDocument(this);
    return this.#document;
  }

  static isOne(checkpoint: GoalCheckpoint): boolean {
    return #document in checkpoint;
  }
}

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
  const actionKind = member('action_kind', actionKindFrom);
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
  findings.read(() => requireKnown(activeFailure.value, failureHistory.value), 'active_failure');
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
  return checkpointFrom(cloned(value));
}

/** A copy that nobody else holds. */
function cloned(value: ExactObject): ExactObject;
function cloned(value: ExactJson): ExactJson;
function cloned(value: ExactJson): ExactJson {
  if (isExactObject(value)) return new Map(Array.from(value, ([key, member]) => [key, cloned(member)]));
  return Array.isArray(value) ? value.map((item: ExactJson) => cloned(item)) : value;
}

/** What is to be done next. Nothing is an answer, too. */
function goalStep(value: ExactJson, name: string): string {
  return typeof value === 'string' ? value : refuse(`${name}: expected text`);
}

function flag(value: ExactJson, name: string): boolean {
  return typeof value === 'boolean' ? value : refuse(`${name}: expected boolean`);
}

function actionKindFrom(value: ExactJson): ActionKind {
  return ACTION_KINDS.find((known) => known === value) ?? refuse('unknown action kind');
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

function requireKnown(activeFailure: string | null, failures: readonly FailureRecord[]): void {
  if (activeFailure !== null && !failures.some(({ id }) => id === activeFailure))
    refuse('active failure missing from history');
}

/** What an operation changes of a goal: a new task document, and members of the state. */
export interface GoalChanges extends Partial<Omit<GoalState, 'task' | 'totals'>> {
  readonly task?: ExactObject;
}

/**
 * A goal with some members changed and its totals made anew. Validates all that a change can break; the history before the
 * change was verified and is shared.
 */
export function changedGoal(before: GoalCheckpoint, { task: document, ...changes }: GoalChanges): GoalCheckpoint {
  const task = document === undefined ? before.task : checkpointFrom(cloned(document));
  const state = { ...before, ...changes, task };
  const totals = totalsOf(state.baseline, task.metrics, state.usage);
  goalSeconds(totals.elapsed_seconds, 'elapsed_seconds');
  for (const failure of state.failureHistory)
    requireRetries(failure, state.activeFailure, task.metrics.same_failure_retries);
  requireKnown(state.activeFailure, state.failureHistory);
  return new VerifiedGoal({ ...state, totals });
}

/** A goal at its beginning, around a task that was not measured before. */
export function firstGoal(start: {
  readonly goalId: ExactJson;
  readonly nextStep: ExactJson;
  readonly task: ExactObject;
  readonly sourceSha256: string;
}): GoalCheckpoint {
  const goalId = goalText(start.goalId, 'goal_id');
  const nextStep = goalStep(start.nextStep, 'next_step');
  const task = checkpointFrom(cloned(start.task));
  const totals = totalsOf(ZERO_TOTALS, task.metrics, UNKNOWN_USAGE);
  goalSeconds(totals.elapsed_seconds, 'elapsed_seconds');
  return new VerifiedGoal({
    taskId: task.taskId,
    goalId,
    sliceId: 0n,
    task,
    totals,
    baseline: ZERO_TOTALS,
    usage: UNKNOWN_USAGE,
    acceptedEvidence: Object.freeze([]),
    history: Object.freeze([]),
    nextStep,
    actionKind: 'execute',
    reviewRequired: false,
    requiresHuman: false,
    sourceSha256: start.sourceSha256,
    failureHistory: Object.freeze([]),
    activeFailure: null,
  });
}

/**
 * The checkpoint itself where this room made it; one that a caller put together is validated from its document, whole.
 */
export function verified(checkpoint: GoalCheckpoint): GoalCheckpoint {
  return VerifiedGoal.isOne(checkpoint) ? checkpoint : goalCheckpointFrom(checkpoint.document);
}

function goalDocument(state: GoalState): ExactObject {
  return new Map<string, ExactJson>([
    ['schema_version', 2n],
    ['task_id', state.taskId],
    ['goal_id', state.goalId],
    ['slice_id', state.sliceId],
    ['task', state.task.document],
    ['totals', totalsDocument(state.totals)],
    ['baseline', totalsDocument(state.baseline)],
    ['usage', usageDocument(state.usage)],
    ['accepted_evidence', state.acceptedEvidence],
    ['history', state.history.map(eventDocument)],
    ['next_step', state.nextStep],
    ['action_kind', state.actionKind],
    ['review_required', state.reviewRequired],
    ['requires_human', state.requiresHuman],
    ['source_sha256', state.sourceSha256],
    ['failure_history', state.failureHistory.map(failureDocument)],
    ['active_failure', state.activeFailure],
  ]);
}
