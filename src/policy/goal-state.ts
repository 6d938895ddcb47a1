import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import type { ActionKind } from './action-kind.ts';
import type { Checkpoint } from './checkpoint.ts';
import { type FailureRecord, failureDocument } from './failure-record.ts';
import { eventDocument, type HistoryEvent } from './goal-history.ts';
import { type Totals, totalsDocument, type Usage, usageDocument } from './totals.ts';

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

export class VerifiedGoal implements GoalCheckpoint {
  declare readonly taskId: string;
  declare readonly goalId: string;
  declare readonly sliceId: bigint;
  declare readonly task: Checkpoint;
  declare readonly totals: Totals;
  declare readonly baseline: Totals;
  declare readonly usage: Usage;
  declare readonly acceptedEvidence: readonly string[];
  declare readonly history: readonly HistoryEvent[];
  declare readonly nextStep: string;
  declare readonly actionKind: ActionKind;
  declare readonly reviewRequired: boolean;
  declare readonly requiresHuman: boolean;
  declare readonly sourceSha256: string;
  declare readonly failureHistory: readonly FailureRecord[];
  declare readonly activeFailure: string | null;
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

  /** Whether this room made it, so that it was verified. */
  static isOne(checkpoint: GoalCheckpoint): boolean {
    return #document in checkpoint;
  }
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
