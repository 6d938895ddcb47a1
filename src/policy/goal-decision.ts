import type { ExactJson, ExactObject } from '../base/exact-json.ts';
import { type Decision, decisionMembers, failClosed, failedDecision } from './decision.ts';
import type { GoalPolicy } from './goal-policy.ts';
import { type Reason, reasonTexts } from './reason.ts';
import { type Totals, totalsDocument } from './totals.ts';

/** How far a decision reaches: this action, this slice, or the goal. */
export type DecisionScope = 'action' | 'slice' | 'goal';

/** The policy's answer about a goal. What could not be evaluated stops the goal, and its document is one of version 1. */
export interface GoalDecision extends Omit<Decision, 'observedMetrics'> {
  readonly scope: DecisionScope;
  /** Whether the slice may end and the goal go on without a human. */
  readonly autoContinue: boolean;
  /** What the goal has spent; null where the evaluation failed. */
  readonly totals: Totals | null;
}

/** What an evaluation found. */
export type GoalAnswer = Pick<
  GoalDecision,
  'decision' | 'scope' | 'autoContinue' | 'spawnAllowed' | 'typedReasons' | 'effectiveLimits' | 'totals'
>;

class GoalDecisionValue implements GoalDecision {
  // Declared alone: a field that is defined and then assigned costs each evaluation twice.
  declare readonly decision: GoalDecision['decision'];
  declare readonly scope: DecisionScope;
  declare readonly autoContinue: boolean;
  declare readonly spawnAllowed: boolean;
  declare readonly reasons: readonly string[];
  declare readonly typedReasons: readonly Reason[];
  declare readonly effectiveLimits: GoalDecision['effectiveLimits'];
  declare readonly totals: Totals | null;
  declare readonly policyId: string;
  declare readonly policyHash: string | null;
  #document: ExactObject | undefined;

  constructor(answer: GoalAnswer, policy: Pick<Decision, 'policyId' | 'policyHash'>, document?: ExactObject) {
    this.decision = answer.decision;
    this.scope = answer.scope;
    this.autoContinue = answer.autoContinue;
    this.spawnAllowed = answer.spawnAllowed;
    this.reasons = reasonTexts(answer.typedReasons);
    this.typedReasons = answer.typedReasons;
    this.effectiveLimits = answer.effectiveLimits;
    this.totals = answer.totals;
    this.policyId = policy.policyId;
    this.policyHash = policy.policyHash;
    this.#document = document;
  }

  get checkpointRequired(): boolean {
    return this.decision === 'checkpoint';
  }

  get document(): ExactObject {
    this.#document ??= goalDecisionDocument(this);
    return this.#document;
  }
}

/** A decision under a goal policy. */
export function goalDecisionUnder(policy: GoalPolicy, answer: GoalAnswer): GoalDecision {
  return new GoalDecisionValue(answer, { policyId: policy.policyId, policyHash: policy.hash });
}

/** The decision for a goal that could not be evaluated: stop, with the message as its reason. */
export function failedGoalDecision(policy: GoalPolicy, message: string): GoalDecision {
  const failed = policy.path === null ? failedDecision(policy.policyId, message) : failClosed(policy.path, message);
  const answer: GoalAnswer = { ...answerOf(failed), scope: 'goal', autoContinue: false, totals: null };
  return new GoalDecisionValue(answer, failed, failed.document);
}

function answerOf({ decision, spawnAllowed, typedReasons, effectiveLimits }: Decision) {
  return { decision, spawnAllowed, typedReasons, effectiveLimits };
}

function goalDecisionDocument(decision: GoalDecision): ExactObject {
  return new Map<string, ExactJson>([
    ['schema_version', 2n],
    ...decisionMembers(decision),
    ['observed_metrics', decision.totals === null ? new Map() : totalsDocument(decision.totals)],
    ['scope', decision.scope],
    ['auto_continue', decision.autoContinue],
  ]);
}
